import * as z from 'zod/mini';

import { text } from '#lib/contract/text.ts';

const MAX_CODE = 20;
const MAX_NOTE = 2000;

/** A member's note about wrong wording in a language. */
export const LanguageNote = z.object({
  language: text({ max: MAX_CODE, required: 'invalid', oneLine: true }),
  note: text({ max: MAX_NOTE, required: 'invalid' }),
});
export type LanguageNote = z.infer<typeof LanguageNote>;
