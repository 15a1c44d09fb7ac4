/* How far a typed name is from a known one. */

/** How many letters must change to make one text of the other. */
export function distance(one, other) {
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const change = last[column - 1] + (one[row - 1] === other[column - 1] ? 0 : 1);
      next.push(Math.min(change, last[column] + 1, next[column - 1] + 1));
    }
    last = next;
  }
  return last[other.length];
}

/** The share of letters that must change, 0 for the same name; never much when one name lies within the other. */
export function apart(wanted, name) {
  const share = distance(wanted, name) / Math.max(wanted.length, name.length, 1);
  const within = Math.min(wanted.length, name.length) > 2 && (name.includes(wanted) || wanted.includes(name));
  return within ? Math.min(share, 0.3) : share;
}
