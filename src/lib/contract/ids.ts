import * as z from 'zod/mini';

/** An id: a UUIDv7 in lower case, so that ids sort by time in every database. */
export const Id = z.uuidv7().check(z.toLowerCase());
