const NO_BREAK_SPACE = '\u00a0';
// A line does not begin with it.
const SEPARATOR = `${NO_BREAK_SPACE}· `;
// No line breaks within a short fact, such as a day.
const SHORT = 16;

const keepTogether = (fact: string) =>
  fact.length > SHORT ? fact : fact.replaceAll(' ', NO_BREAK_SPACE);

/** @returns facts as one text, which breaks into lines between them */
export const joinFacts = (facts: string[]): string => facts.map(keepTogether).join(SEPARATOR);
