() => {
  const edge = (element) => element.getBoundingClientRect();
  const tables = [...document.querySelectorAll('.frame > table')].filter((table) => table.checkVisibility());
  const frames = tables.map((table) => table.parentElement).filter((one) => one.scrollWidth > one.clientWidth + 1);
  return frames.map((frame) => {
    const [first, head] = ['tbody th[scope=row]', 'thead :is(td, th)'].map((selector) => frame.querySelector(selector));
    frame.scrollLeft = frame.scrollWidth;
    const sideways = [first, head].map((cell) => edge(cell).left - edge(frame).left);
    // Below a caption that is still partly in sight the header stands lower than at the top of the frame.
    const above = edge(head).top - edge(frame).top;
    frame.scrollTop = frame.scrollHeight;
    const moved = edge(head).top - edge(frame).top - Math.max(0, above - frame.scrollTop);
    const down = frame.scrollHeight > frame.clientHeight + 1 ? moved : 0;
    const share = edge(first).width / edge(frame).width;
    return { moved: frame.scrollLeft, sideways, down, share, focus: frame.tabIndex };
  });
}
