/* What rows of api/v1/today/ say beside their words. */

/** Whether it runs with software that is supported or maintained today. */
export const runsToday = ({ outcome }) => ["supported", "maintained"].includes(outcome);

/** Whether sources differ on the answer itself. Only its words say so: `contested` also has what does not bear on it,
    and the rows of instance types are without. */
export const isContested = ({ short }) => short.includes("contested");
