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
import { type Ctx, requireStaffViewer } from '#lib/server/platform/context.ts';
import { AppError } from '#lib/server/platform/errors.ts';
import { newId } from '#lib/server/platform/new-id.ts';

import { loadGuide } from './drafts.ts';
import { topicsOf } from './topics.ts';

const PARTS = ['type', 'content', 'alt'] as const;

// One more than a guide may have, so that its rejection is that of a guide.
const NUMBERS = Array.from({ length: GUIDE.maxBlocks + 1 }, (_, at) => at);

/** The text fields of the form of a guide: those of the parts are numbered. */
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

/** Writes a guide into the values of its form, in place of what they had. */
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

/** What a button of the form does, and the part that it leads to. */
export interface Applied {
  content: DraftFormContent;
  /** its number */
  focus: number | null;
}

// Before which part, from 0; without a number at the end. Those with a picture are placed with it.
const ADD = /^add\.(?<type>HEADING|TEXT|image)(?:\.(?<place>\d{1,3}))?$/;

/** What a button adds, and before which part. */
interface Added {
  type: string;
  place: number;
}

/**
 * @param action of a button. @returns null when it adds nothing.
 */
export function readAdded({ blocks }: DraftFormContent, action: string): Added | null {
  const { type, place } = ADD.exec(action)?.groups ?? {};
  if (!type) return null;
  const at = Number(place ?? blocks.length);
  if (at > blocks.length) throw new AppError('invalid');
  return { type, place: at };
}

/**
 * Performs the action of a button: `up.3`, `down.3`, `remove.3`, `cover.3`, `add.HEADING`, `add.TEXT.3`. Those without a
 * dot, and what adds an image, change nothing here.
 * @param action the value of the button
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

/** Adds an image to a guide. @param url of the stored image. @param place before which part, from 0 */
export const insertImage = (
  content: DraftFormContent,
  url: string,
  alt: string,
  place: number,
): DraftFormContent => ({
  ...content,
  blocks: content.blocks.toSpliced(place, 0, { type: 'image', content: url, alt }),
});

/** What the page of a guide needs. */
interface GuidePageData {
  guide: Guide;
  /** the page that saved it last */
  savedFrom: string | null;
  /** the id of this page */
  page: string;
}

export async function getGuidePage(ctx: Ctx, id: string): Promise<GuidePageData> {
  requireStaffViewer(ctx);
  return { ...(await loadGuide(ctx.db, id)), page: newId() };
}

/** @returns a guide as its form has it */
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

/** @returns a draft as guests will read it, without what is empty yet */
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
