/** Reads a response body: a Zod schema, or `hasKeys`. */
export interface Parser<T> {
  /** @throws when the body has another shape */
  parse: (body: unknown) => T;
}

const UNEXPECTED_SHAPE = 'The response has an unexpected shape.';

/**
 * Checks that a response body has these keys, and no deeper: the server responds with the same types, and Zod would cost
 * each forum page 7 KB.
 */
export const hasKeys = <T extends object>(...keys: (keyof T & string)[]): Parser<T> => ({
  parse: (body) => {
    const hasAll = typeof body === 'object' && body !== null && keys.every((key) => key in body);
    if (!hasAll) throw new TypeError(UNEXPECTED_SHAPE);
    return body as T;
  },
});

/** For a body that says nothing. */
export const ignoreBody: Parser<null> = { parse: () => null };
