import type { DraftFormContent } from '#lib/contract/library/draft-form.ts';
import { readingMinutes, textLength } from '#lib/contract/library/reading-time.ts';
import type { DraftBlock, DraftContent, Guide } from '#lib/contract/library/resource-drafts.ts';
import type { Block } from '#lib/contract/library/resources.ts';
import { type Ctx, requireStaffViewer } from '#lib/server/platform/context.ts';
import { newId } from '#lib/server/platform/new-id.ts';

import { loadGuide } from './drafts.ts';
import { topicsOf } from './topics.ts';

/** What the page of a guide needs. */
interface GuidePageData {
  guide: Guide;
  /** the page that saved it last */
  savedFrom: string | null;
  /** the id of this page */
  page: string;
}

/** @throws AppError draft_not_found, staff_only */
export async function getGuidePage(ctx: Ctx, id: string): Promise<GuidePageData> {
  requireStaffViewer(ctx);
  return { ...(await loadGuide(ctx.db, id)), page: newId() };
}

/** @returns a guide as its form has it */
export const toFormContent = ({ title, cover, blocks }: DraftContent): DraftFormContent => ({
  title,
  cover: cover ?? '',
  blocks: blocks.map((block) => ({ alt: '', ...block })),
});

const toBlock = (block: DraftBlock, at: number): Block => ({ ...block, id: String(at) });

/** @returns a draft as guests will read it, without what is empty yet */
export function toPreview(ctx: Ctx, { title, cover, blocks, published_date }: Guide) {
  const written = blocks.filter(({ content }) => content !== '');
  return {
    title: title || 'Untitled',
    cover_photo: cover,
    published_date: published_date ?? new Date(ctx.now()).toISOString(),
    blocks: written.map(toBlock),
    reading_minutes: readingMinutes(textLength(written)),
    topics: topicsOf(title),
  };
}
