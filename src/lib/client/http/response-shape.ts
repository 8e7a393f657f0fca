/** What reads an answer: a Zod schema, or `having`. */
export interface Parser<T> {
  /** @returns the answer as it should be @throws when it is something else */
  parse: (answer: unknown) => T;
}

const UNEXPECTED_SHAPE = 'The response has an unexpected shape.';

/**
 * Reads what our own server says: it looks that the parts are there, and no deeper. The server answers from the
 * contract's types; to check every field again would cost each forum page 7 KB of Zod.
 * @param keys names that any such answer has
 */
export const hasKeys = <T extends object>(...keys: (keyof T & string)[]): Parser<T> => ({
  parse: (answer) => {
    const hasAll =
      typeof answer === 'object' && answer !== null && keys.every((key) => key in answer);
    if (!hasAll) throw new TypeError(UNEXPECTED_SHAPE);
    return answer as T;
  },
});

/** Reads an answer that says nothing besides that it was done. */
export const ignoreBody: Parser<null> = { parse: () => null };
