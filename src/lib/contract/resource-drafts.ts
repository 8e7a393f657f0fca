import * as z from 'zod/mini';

import type { ErrorCode } from './error-codes.ts';
import { text } from './text.ts';

const TITLE = { max: 150, required: 'title_required' as const, oneLine: true };
const HEADING = { max: 150, required: 'heading_required' as const, oneLine: true };
const PARAGRAPH = { max: 10_000, required: 'paragraph_required' as const };

/** A resource as staff write it. */
export const ResourceDraft = z.object({
  title: text(TITLE),
  /** a file name */
  cover: z.string('cover_required' satisfies ErrorCode),
  blocks: z
    .array(
      z.discriminatedUnion('type', [
        z.object({ type: z.literal('HEADING'), content: text(HEADING) }),
        z.object({ type: z.literal('TEXT'), content: text(PARAGRAPH) }),
        /** a file name */
        z.object({ type: z.literal('image'), content: z.string() }),
      ]),
    )
    .check(z.minLength(1, 'blocks_required' satisfies ErrorCode)),
});
export type ResourceDraft = z.infer<typeof ResourceDraft>;
