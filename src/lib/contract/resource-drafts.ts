import * as z from 'zod/mini';

import { text } from './text.ts';

const TITLE = { max: 150, required: 'Please give a title.' };
const HEADING = { max: 150, required: 'A heading is empty.' };
const PARAGRAPH = { max: 10_000, required: 'A paragraph is empty.' };

/** The words of a resource, as staff write one; its pictures are files beside it. */
export const ResourceDraft = z.object({
  title: text(TITLE),
  /** the cover's file */
  cover: z.string({ error: 'Please give a cover: a picture below the title.' }),
  blocks: z
    .array(
      z.discriminatedUnion('type', [
        z.object({ type: z.literal('HEADING'), content: text(HEADING) }),
        z.object({ type: z.literal('TEXT'), content: text(PARAGRAPH) }),
        /** the content is a picture's file */
        z.object({ type: z.literal('image'), content: z.string() }),
      ]),
    )
    .check(z.minLength(1, 'Please write something below the title.')),
});
export type ResourceDraft = z.infer<typeof ResourceDraft>;
