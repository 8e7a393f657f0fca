// Apart from the schema, so that the form needs no Zod (7 KB).

/** Characters a post's words may have, in UTF-16 units. */
export const POST_MAX = { title: 150, description: 10_000 } as const;

/** Pictures a post may carry (spec 9). */
export const MAX_ATTACHMENTS = 5;
export const ATTACHMENTS_MESSAGE = `A post can have at most ${MAX_ATTACHMENTS} attachments.`;
