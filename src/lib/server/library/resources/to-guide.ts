import { imageKeyOf, largestImageUrl } from '#lib/contract/images.ts';
import type {
  DeletedGuide,
  DraftBlock,
  DraftContent,
  Guide,
  GuideCard,
  GuideState,
} from '#lib/contract/library/resource-drafts.ts';
import { SOURCE } from '#lib/messages/codes.ts';
import type { ResourceDraftTable } from '#lib/server/platform/db/schema.ts';

import type { GuideRow } from './queries.ts';
import type { listBlocks } from './read-queries.ts';

type PublishedBlocks = Awaited<ReturnType<typeof listBlocks>>;

const toDate = (time: number | null): string | null =>
  time === null ? null : new Date(time).toISOString();

function stateOf({ published_at, version, published_version }: GuideRow): GuideState {
  if (published_at === null) return 'draft';
  return version === null || version === published_version ? 'published' : 'changed';
}

const guideLanguage = ({ language, published_language }: GuideRow): string =>
  language ?? published_language ?? SOURCE;

export const toGuideCard = (row: GuideRow): GuideCard => ({
  guide_id: row.id,
  title: row.title ?? row.published_title ?? '',
  language: guideLanguage(row),
  state: stateOf(row),
  updated_at: toDate(row.updated_at ?? row.published_at) ?? '',
  updated_by: row.updated_by,
});

/** @returns a deleted guide */
export const toDeletedGuide = (row: GuideRow): DeletedGuide => ({
  guide_id: row.id,
  title: row.title ?? row.published_title ?? '',
  language: guideLanguage(row),
  deleted_at: toDate(row.deleted_at) ?? '',
  deleted_by: row.deleted_by,
});

/** @returns the published content as a new draft */
function fromPublished(row: GuideRow, blocks: PublishedBlocks): DraftContent {
  const toBlock = ({ type, content, alt }: PublishedBlocks[number]): DraftBlock =>
    type === 'image'
      ? { type, content: largestImageUrl(content), alt: alt ?? '' }
      : { type, content };
  const cover = row.published_cover && largestImageUrl(row.published_cover);
  return {
    title: row.published_title ?? '',
    language: guideLanguage(row),
    translation_of: row.published_translation_of,
    cover,
    blocks: blocks.map(toBlock),
  };
}

const fromDraft = (row: GuideRow): DraftContent => ({
  title: row.title ?? '',
  language: guideLanguage(row),
  translation_of: row.translation_of,
  cover: row.cover_key && largestImageUrl(row.cover_key),
  // Written by `toDraftColumns`.
  blocks: JSON.parse(row.blocks ?? '[]') as DraftBlock[],
});

/** @param blocks the published content, for a resource without a draft */
export const toGuide = (row: GuideRow, blocks: PublishedBlocks): Guide => ({
  ...toGuideCard(row),
  ...(row.version === null ? fromPublished(row, blocks) : fromDraft(row)),
  version: row.version ?? 0,
  published_date: toDate(row.published_at),
});

type DraftColumns = Pick<
  ResourceDraftTable,
  'title' | 'language' | 'translation_of' | 'cover_key' | 'blocks'
>;

/** @returns the columns of a draft */
export const toDraftColumns = ({
  title,
  language,
  translation_of,
  cover,
  blocks,
}: DraftContent): DraftColumns => ({
  title,
  language,
  translation_of,
  cover_key: cover && imageKeyOf(cover),
  blocks: JSON.stringify(blocks),
});

/** @returns the URLs of a draft's images */
export const imageUrlsOf = ({ cover, blocks }: DraftContent): string[] => [
  ...(cover ? [cover] : []),
  ...blocks.flatMap(({ type, content }) => (type === 'image' ? [content] : [])),
];

/** @returns only the content, normalized for comparison */
export const contentOf = ({
  title,
  language,
  translation_of,
  cover,
  blocks,
}: DraftContent): DraftContent => ({
  title,
  language,
  translation_of,
  cover,
  blocks: blocks.map((block) =>
    block.type === 'image'
      ? { type: block.type, content: block.content, alt: block.alt }
      : { type: block.type, content: block.content },
  ),
});
