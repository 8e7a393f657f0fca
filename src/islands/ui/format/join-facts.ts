const NO_BREAK_SPACE = '\u00a0';
// Starts with a no-break space, so that no line begins with the dot.
const SEPARATOR = `${NO_BREAK_SPACE}· `;
// Shorter facts, such as a day, are not broken into lines.
const SHORT = 16;

const keepTogether = (fact: string) =>
  fact.length > SHORT ? fact : fact.replaceAll(' ', NO_BREAK_SPACE);

/** Joins facts into one text, which breaks into lines between them. */
export const joinFacts = (facts: string[]): string => facts.map(keepTogether).join(SEPARATOR);
