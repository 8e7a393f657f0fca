import type {
  Resource,
  ResourceCard,
  ResourcePage,
  ResourceQuery,
} from '#lib/contract/resources.ts';
import type { Ctx } from '#lib/server/context.ts';
import { notFound } from '#lib/server/errors.ts';
import { largestImageUrl } from '#lib/server/members/service.ts';
import { toPage, withLookahead } from '#lib/server/pagination.ts';
import { ipPrefix } from '#lib/server/rate-limits/ip-prefix.ts';
import { LIMITS } from '#lib/server/search/limits.ts';
import type { SearchWord } from '#lib/server/search/queries.ts';
import { parseSearchWords } from '#lib/server/search/search-words.ts';
import { findOrCorrect } from '#lib/server/search/term-queries.ts';

import * as resources from './queries.ts';

export const toCard = ({
  id,
  title,
  cover_key,
  published_at,
}: resources.CardRow): ResourceCard => ({
  id,
  title,
  cover_photo: largestImageUrl(cover_key),
  published_date: new Date(published_at).toISOString(),
});

const cursorOf = ({ rank, published_at, id }: resources.ResourceRow): string =>
  `${rank}.${published_at}.${id}`;

/** @returns null for an empty search */
async function toResourceSearch(ctx: Ctx, text: string): Promise<resources.ResourceSearch | null> {
  if (text === '') return null;
  await ctx.limits.consume(LIMITS.search, ctx.viewer?.id ?? ipPrefix(ctx.ip));
  return { dialect: ctx.dialect, words: parseSearchWords(text) };
}

/**
 * Lists resources: best match first, then newest first.
 * @throws AppError rate_limited
 */
export async function listResources(ctx: Ctx, query: ResourceQuery): Promise<ResourcePage> {
  const search = await toResourceSearch(ctx, query.search);
  if (search?.words.length === 0) return { data: [], nextCursor: null };
  const find = (words: SearchWord[]) =>
    resources.listResources(ctx.db, withLookahead(query), search && { ...search, words });
  const rows = await findOrCorrect(ctx.db, search?.words ?? [], find);
  const { items, nextCursor } = toPage(rows, query.limit, cursorOf);
  return { data: items.map(toCard), nextCursor };
}

/** @throws AppError resource_not_found, also for a draft */
export async function getResource({ db }: Ctx, id: string): Promise<Resource> {
  const row = await resources.findResource(db, id);
  if (!row) throw notFound('resource');
  const blocks = await resources.listBlocks(db, id);
  const content = ({ type, content: value }: (typeof blocks)[number]) =>
    type === 'image' ? largestImageUrl(value) : value;
  return {
    ...toCard(row),
    blocks: blocks.map((block) => ({ id: block.id, type: block.type, content: content(block) })),
  };
}
