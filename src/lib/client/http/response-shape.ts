/** What reads an answer: a Zod schema, or `having`. */
export interface Reader<T> {
  /** @returns the answer as it should be @throws when it is something else */
  parse: (answer: unknown) => T;
}

const NOT_IT = 'The answer is not what was asked for.';

/**
 * Reads what our own server says: it looks that the parts are there, and no deeper. The server answers from the
 * contract's types; to check every field again would cost each forum page 7 KB of Zod.
 * @param parts names that any such answer has
 */
export const having = <T extends object>(...parts: (keyof T & string)[]): Reader<T> => ({
  parse: (answer) => {
    const isIt =
      typeof answer === 'object' && answer !== null && parts.every((part) => part in answer);
    if (!isIt) throw new TypeError(NOT_IT);
    return answer as T;
  },
});

/** Reads an answer that says nothing besides that it was done. */
export const nothing: Reader<null> = { parse: () => null };
