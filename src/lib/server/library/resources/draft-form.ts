import { type DraftFormBlock, type DraftFormContent } from '#lib/contract/library/draft-form.ts';
import {
  type DraftBlock,
  type DraftContent,
  GUIDE,
  type Guide,
} from '#lib/contract/library/resource-drafts.ts';
import { readingMinutes, textLength } from '#lib/contract/library/resource-headings.ts';
import type { Block } from '#lib/contract/library/resources.ts';
import { t } from '#lib/messages/t.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { AppError } from '#lib/server/platform/errors.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { requireStaffViewer } from '#lib/server/platform/require-viewer.ts';

import { loadGuide } from './drafts.ts';
import { topicsOf } from './topics.ts';

const PARTS = ['type', 'content', 'alt'] as const;

// One more than allowed, so that the schema rejects a guide that is too long.
const NUMBERS = Array.from({ length: GUIDE.maxBlocks + 1 }, (_, at) => at);

/** The text fields of a guide's form; those of parts are numbered. */
export const DRAFT_FIELDS: readonly string[] = [
  'action',
  'version',
  'page',
  'title',
  'language',
  'translation_of',
  'cover',
  'new_alt',
  ...PARTS.flatMap((part) => NUMBERS.map((at) => `${part}.${at}`)),
];

/** Reads the form of a guide. */
export function readDraftForm(values: URLSearchParams): DraftFormContent {
  const textOf = (name: string) => values.get(name) ?? '';
  const blocks = NUMBERS.filter((at) => values.has(`type.${at}`)).map((at) => ({
    type: textOf(`type.${at}`),
    content: textOf(`content.${at}`),
    alt: textOf(`alt.${at}`),
  }));
  const [title, cover] = [textOf('title'), textOf('cover')];
  const [language, translation_of] = [textOf('language'), textOf('translation_of')];
  return { title, language, translation_of, cover, blocks };
}

/** Writes a guide into the values of its form, replacing them. */
export function writeDraftForm(
  values: URLSearchParams,
  { title, cover, blocks }: DraftFormContent,
): void {
  for (const name of DRAFT_FIELDS.filter((each) => each.includes('.'))) values.delete(name);
  values.set('title', title);
  values.set('cover', cover);
  for (const [at, block] of blocks.entries())
    for (const part of PARTS) values.set(`${part}.${at}`, block[part]);
}

function moveBlock(blocks: DraftFormBlock[], from: number, to: number): DraftFormBlock[] {
  const moved = blocks[from];
  if (!moved || !blocks[to]) return blocks;
  return blocks.toSpliced(from, 1).toSpliced(to, 0, moved);
}

/** The result of a form button, and the part to focus. */
export interface Applied {
  content: DraftFormContent;
  /** the part's number */
  focus: number | null;
}

// The number of the part to insert before, from 0; without it, at the end. Images are inserted by `insertImage`.
const ADD = /^add\.(?<type>HEADING|TEXT|image)(?:\.(?<place>\d{1,3}))?$/;

/** What to insert, and before which part. */
interface Added {
  type: string;
  place: number;
}

/** @param action the button's value. @returns null when it inserts nothing. */
export function readAdded({ blocks }: DraftFormContent, action: string): Added | null {
  const { type, place } = ADD.exec(action)?.groups ?? {};
  if (!type) return null;
  const at = Number(place ?? blocks.length);
  if (at > blocks.length) throw new AppError('invalid');
  return { type, place: at };
}

/**
 * Performs the action of a button: `up.3`, `down.3`, `remove.3`, `cover.3`, `add.HEADING`, `add.TEXT.3`. Actions
 * without a dot, and those that add images, change nothing here.
 * @param action the button's value
 */
export function applyAction(content: DraftFormContent, action: string): Applied {
  const { blocks } = content;
  const [verb = '', ...rest] = action.split('.');
  const what = rest.join('.');
  const added = readAdded(content, action);
  if (rest.length === 0 || added?.type === 'image') return { content, focus: null };
  const withBlocks = (changed: DraftFormBlock[], focus: number): Applied => ({
    content: { ...content, blocks: changed },
    focus: changed.length === 0 ? null : Math.max(0, Math.min(focus, changed.length - 1)),
  });
  if (added) {
    const { type, place } = added;
    return withBlocks(blocks.toSpliced(place, 0, { type, content: '', alt: '' }), place);
  }
  const at = blocks.findIndex((_, nth) => String(nth) === what);
  const part = blocks[at];
  if (!part || (verb === 'cover' && part.type !== 'image')) throw new AppError('invalid');
  if (verb === 'up') return withBlocks(moveBlock(blocks, at, at - 1), at - 1);
  if (verb === 'down') return withBlocks(moveBlock(blocks, at, at + 1), at + 1);
  if (verb === 'remove') return withBlocks(blocks.toSpliced(at, 1), at - 1);
  return { content: { ...content, cover: part.content }, focus: at };
}

/** Inserts an image. @param url of the stored image. @param place the part to insert before, from 0 */
export const insertImage = (
  content: DraftFormContent,
  url: string,
  alt: string,
  place: number,
): DraftFormContent => ({
  ...content,
  blocks: content.blocks.toSpliced(place, 0, { type: 'image', content: url, alt }),
});

/** The data of a guide's page. */
interface GuidePageData {
  guide: Guide;
  /** the page that last saved the guide */
  savedFrom: string | null;
  /** the id of this page */
  page: string;
}

export async function getGuidePage(ctx: Ctx, id: string): Promise<GuidePageData> {
  requireStaffViewer(ctx);
  return { ...(await loadGuide(ctx.db, id)), page: newId() };
}

/** @returns a guide in the shape of its form */
export const toFormContent = ({
  title,
  language,
  translation_of,
  cover,
  blocks,
}: DraftContent): DraftFormContent => ({
  title,
  language,
  translation_of: translation_of ?? '',
  cover: cover ?? '',
  blocks: blocks.map((block) => ({ alt: '', ...block })),
});

const toBlock = (block: DraftBlock, at: number): Block => ({ ...block, id: String(at) });

/** @returns the draft as guests will read it, without empty parts */
export function toPreview(ctx: Ctx, { title, language, cover, blocks, published_date }: Guide) {
  const written = blocks.filter(({ content }) => content !== '');
  return {
    title: title || t('guide.untitled'),
    language,
    cover_photo: cover,
    published_date: published_date ?? new Date(ctx.now()).toISOString(),
    blocks: written.map(toBlock),
    reading_minutes: readingMinutes(textLength(written)),
    topics: topicsOf(title),
  };
}
