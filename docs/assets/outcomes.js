/* What rows of api/v1/today/ say beside their words. */

/** Whether it runs with software that is supported or maintained today. */
export const runsToday = ({ outcome }) => ["supported", "maintained"].includes(outcome);

/** What runs today first, then what ran, then the rest: as `usefulness` in macros/facts/answers.py. */
export const usefulness = (row) => (runsToday(row) ? 0 : ["ran", "ended"].includes(row.outcome) ? 1 : 2);

/** Whether the model does not fit there, in place of the words for what is not supported: `refused`. */
export const isTooLarge = ({ outcome, short }, refused) => outcome === "unsupported" && !short.startsWith(refused);

/** The term as which readers see an answer: the last that its words begin with, as "Supported but contested" stands
    behind "Supported"; else that of its outcome. */
export const termOf = (terms, { outcome, short }) =>
  Object.values(terms).findLast(({ label }) => short.startsWith(label)) ?? terms[outcome];

/** Whether sources differ on the answer itself. Only its words say so: `contested` also has what does not bear on it,
    and the rows of instance types are without. */
export const isContested = ({ short }) => short.includes("contested");
