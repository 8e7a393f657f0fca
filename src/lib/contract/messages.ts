// Apart from the schemas, so that what a page loads first needs no Zod (7 KB).

/** Said to a text that is too long. @param max in UTF-16 units */
export const tooLong = (max: number): string => `Please use at most ${max} characters.`;

/** Said to a blank comment (spec 5). */
export const COMMENT_MESSAGE = 'Please add your comment.';

/** Said to a report without a reason (spec 5). */
export const REPORT_MESSAGE = 'Please provide a reason of report.';
