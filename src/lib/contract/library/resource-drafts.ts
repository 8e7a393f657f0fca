import * as z from 'zod/mini';

import type { ErrorCode } from '#lib/contract/error-codes.ts';
import { Id } from '#lib/contract/ids.ts';
import { isImageUrl } from '#lib/contract/images.ts';
import { listQuery } from '#lib/contract/pagination.ts';
import { text } from '#lib/contract/text.ts';

/** See docs/product.md, "Staff". */
export const GUIDE = {
  /** headings, paragraphs and images */
  maxBlocks: 80,
  /** characters of the whole text */
  maxLength: 30_000,
  /** characters of an image's alt text */
  maxAlt: 300,
  maxTitle: 150,
  maxHeading: 150,
  maxText: 10_000,
} as const;

const { maxTitle, maxHeading, maxText, maxAlt } = GUIDE;
const TITLE = { max: maxTitle, oneLine: true, required: 'title_required' as const };
const HEADING = { max: maxHeading, oneLine: true, required: 'heading_required' as const };
const PARAGRAPH = { max: maxText, required: 'paragraph_required' as const };
const ALT = { max: maxAlt, oneLine: true };

const HeadingBlock = z.object({ type: z.literal('HEADING'), content: text(HEADING) });
const TextBlock = z.object({ type: z.literal('TEXT'), content: text(PARAGRAPH) });

/** A resource as an operator writes it in a file. */
export const ResourceDraft = z.object({
  title: text(TITLE),
  /** the name of a file */
  cover: z.string('cover_required' satisfies ErrorCode),
  blocks: z
    .array(
      z.discriminatedUnion('type', [
        HeadingBlock,
        TextBlock,
        /** a file name, and the alt text */
        z.object({ type: z.literal('image'), content: z.string(), alt: z.optional(text(ALT)) }),
      ]),
    )
    .check(z.minLength(1, 'blocks_required' satisfies ErrorCode)),
});
export type ResourceDraft = z.infer<typeof ResourceDraft>;

const ImageUrl = z
  .string('file_not_found' satisfies ErrorCode)
  .check(z.refine(isImageUrl, 'file_not_found' satisfies ErrorCode));

/** A part of a resource that staff write; may be empty until it is published. */
const DraftBlock = z.discriminatedUnion('type', [
  z.object({ type: z.literal('HEADING'), content: text({ max: maxHeading, oneLine: true }) }),
  z.object({ type: z.literal('TEXT'), content: text({ max: maxText }) }),
  z.object({ type: z.literal('image'), content: ImageUrl, alt: text(ALT) }),
]);
export type DraftBlock = z.infer<typeof DraftBlock>;

const lengthOf = (blocks: { content: string }[]): number =>
  blocks.reduce((sum, { content }) => sum + content.length, 0);

export const isShortEnough = (blocks: { content: string }[]) => lengthOf(blocks) <= GUIDE.maxLength;

/** A resource as staff write it. */
export const DraftContent = z.object({
  title: text({ max: maxTitle, oneLine: true }),
  /** the language of the text: `en`, `fil` */
  language: z.string('guide_language_invalid' satisfies ErrorCode),
  /** the guide that this one translates */
  translation_of: z.nullable(Id),
  /** the URL of an image */
  cover: z.nullable(ImageUrl),
  blocks: z
    .array(DraftBlock)
    .check(
      z.maxLength(GUIDE.maxBlocks, 'too_many_parts' satisfies ErrorCode),
      z.refine(isShortEnough, 'guide_too_long' satisfies ErrorCode),
    ),
});
export type DraftContent = z.infer<typeof DraftContent>;

const publishable = (alt: ReturnType<typeof text>) =>
  z.object({
    title: text(TITLE),
    language: DraftContent.shape.language,
    translation_of: DraftContent.shape.translation_of,
    cover: z.string('cover_required' satisfies ErrorCode),
    blocks: z
      .array(
        z.discriminatedUnion('type', [
          HeadingBlock,
          TextBlock,
          z.object({ type: z.literal('image'), content: ImageUrl, alt }),
        ]),
      )
      .check(z.minLength(1, 'blocks_required' satisfies ErrorCode)),
  });

/** Content that can be published: it has a title and a cover, and no part is empty. */
export const PublishableContent = publishable(text({ ...ALT, required: 'alt_required' }));
export type PublishableContent = z.infer<typeof PublishableContent>;

/** The same for operators, whose files need no alt texts. */
export const OperatorContent = publishable(text(ALT));

/** The version that a change is based on, and the editor page that sends it. */
const Base = {
  version: z.int('invalid' satisfies ErrorCode).check(z.nonnegative()),
  /** the same page may save again: it has everything that it saved before */
  page: z.optional(z.string().check(z.maxLength(64))),
};

const { language, translation_of } = DraftContent.shape;

/** Without the language fields, language and original stay unchanged. */
export const DraftInput = z.extend(DraftContent, {
  ...Base,
  language: z.optional(language),
  translation_of: z.optional(translation_of),
});
export type DraftInput = z.infer<typeof DraftInput>;

export const DraftVersion = z.object({ version: Base.version });

/** `draft`: hidden from guests; `changed`: guests see an earlier version. */
export type GuideState = 'draft' | 'published' | 'changed';

/** A guide in the list for staff. */
export interface GuideCard {
  guide_id: string;
  title: string;
  /** the language of the text */
  language: string;
  state: GuideState;
  /** ISO 8601, UTC */
  updated_at: string;
  /** the name of the last editor */
  updated_by: string | null;
}

/** Newest first. */
export interface GuidePage {
  guides: GuideCard[];
  nextCursor: string | null;
}

/** For how many days a deleted guide can be restored. */
export const DELETED_GUIDE_DAYS = 30;

/** A deleted guide that can be restored. */
export interface DeletedGuide {
  guide_id: string;
  title: string;
  language: string;
  /** ISO 8601, UTC */
  deleted_at: string;
  /** the name of the one who deleted it */
  deleted_by: string | null;
}

/** Newest first. */
export interface DeletedGuidePage {
  guides: DeletedGuide[];
  nextCursor: string | null;
}

/** A guide as staff edit it. */
export interface Guide extends GuideCard, DraftContent {
  version: number;
  /** ISO 8601, UTC; null when hidden from guests */
  published_date: string | null;
}

const GUIDES_PAGE = 20;
export const GuideList = listQuery(GUIDES_PAGE);
