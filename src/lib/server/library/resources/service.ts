import { findMaterials } from '#lib/contract/exchange/materials/material-names.ts';
import { largestImageUrl } from '#lib/contract/images.ts';
import { readingMinutes } from '#lib/contract/library/resource-headings.ts';
import type { Topic } from '#lib/contract/library/resource-topics.ts';
import type {
  Block,
  Resource,
  ResourceCard,
  ResourcePage,
  ResourceQuery,
} from '#lib/contract/library/resources.ts';
import type { ListQuery } from '#lib/contract/pagination.ts';
import { currentLanguage } from '#lib/messages/t.ts';
import { findBest } from '#lib/server/forum/search/find-posts.ts';
import { LIMITS } from '#lib/server/forum/search/service.ts';
import {
  type Expression,
  type SearchWord,
  parseSearchWords,
} from '#lib/server/forum/text-search/search-words.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { notFound } from '#lib/server/platform/errors.ts';
import { toPage, withLookahead } from '#lib/server/platform/pagination.ts';
import { ipPrefix } from '#lib/server/platform/rate-limits/ip-prefix.ts';

import * as resources from './read-queries.ts';
import { topicExpression, topicsOf } from './topics.ts';

export const toCard = ({
  id,
  title,
  language,
  cover_key,
  published_at,
  text_length,
}: resources.CardRow): ResourceCard => ({
  id,
  title,
  language,
  cover_photo: largestImageUrl(cover_key),
  published_date: new Date(published_at).toISOString(),
  reading_minutes: readingMinutes(text_length),
  topics: topicsOf(title),
});

type BlockRow = Awaited<ReturnType<typeof resources.listBlocks>>[number];

const cursorOf = ({ rank, published_at, id }: resources.ResourceRow): string =>
  `${rank}.${published_at}.${id}`;

/** @returns null for an empty search */
async function readWords(ctx: Ctx, text: string): Promise<SearchWord[] | null> {
  if (text === '') return null;
  await ctx.limits.consume(LIMITS.search, ctx.viewer?.id ?? ipPrefix(ctx.ip));
  return parseSearchWords(text);
}

/** @returns a filter on titles; null for all topics */
const topicFilter = ({ dialect }: Ctx, topics: Topic[]): resources.ResourceSearch | null =>
  topics.length > 0 ? { dialect, parts: [topicExpression(topics)] } : null;

async function findResources(
  { db, dialect }: Ctx,
  words: SearchWord[],
  list: ListQuery,
  topic: resources.ResourceSearch | null,
) {
  if (words.length === 0) return { found: [], isPartial: false };
  const language = currentLanguage();
  const search = (page: ListQuery, parts: Expression[]) =>
    resources.listResources(db, page, { language, search: { dialect, parts }, topic });
  const listNewest = async (match: Expression, limit: number) =>
    (await search({ cursor: null, limit }, [match])).map(({ id }) => id);
  return findBest(db, words, {
    // As long as something has all of the words, what has some of them is found, too.
    find: async ({ match, parts }) =>
      (await listNewest(match, 1)).length > 0 ? search(list, parts) : [],
    listNewest,
  });
}

/** Lists resources: best match first, then newest first. */
export async function listResources(ctx: Ctx, query: ResourceQuery): Promise<ResourcePage> {
  const words = await readWords(ctx, query.search);
  const list = withLookahead(query);
  const topic = topicFilter(ctx, query.topic ? [query.topic] : []);
  const { found, isPartial } = words
    ? await findResources(ctx, words, list, topic)
    : {
        found: await resources.listResources(ctx.db, list, {
          language: currentLanguage(),
          search: null,
          topic,
        }),
        isPartial: false,
      };
  const { items, nextCursor } = toPage(found, query.limit, cursorOf);
  return { data: items.map(toCard), nextCursor, isPartial };
}

function toBlock({ id, type, content, alt }: BlockRow): Block {
  if (type !== 'image') return { id, type, content };
  const block = { id, type, content: largestImageUrl(content) };
  return alt === null ? block : { ...block, alt };
}

export async function getResource({ db }: Ctx, id: string): Promise<Resource> {
  const row = await resources.findResource(db, id);
  if (!row) throw notFound('resource');
  const [blocks, translations] = await Promise.all([
    resources.listBlocks(db, id),
    resources.listTranslations(db, row),
  ]);
  return { ...toCard(row), blocks: blocks.map(toBlock), translations };
}

const MOST = 3;
// Older candidates are not compared.
const MAX_COMPARED = 24;

type Subject = Pick<ResourceCard, 'title' | 'topics'>;

const countShared = <T>(some: T[], others: T[]): number =>
  some.filter((each) => others.includes(each)).length;

/** The similarity of two guides: a shared material counts more than a shared topic. */
const likeness = (one: Subject, other: Subject): number =>
  2 * countShared(findMaterials(one.title), findMaterials(other.title)) +
  countShared(one.topics, other.topics);

/** Lists related guides: most similar first, then newest first. */
export async function listRelated(
  ctx: Ctx,
  resource: Pick<Resource, 'id' | 'title' | 'topics' | 'translations'>,
): Promise<ResourceCard[]> {
  const list = { cursor: null, limit: MAX_COMPARED };
  const topic = topicFilter(ctx, resource.topics);
  const filter = { language: currentLanguage(), search: null };
  const alike = topic ? await resources.listResources(ctx.db, list, { ...filter, topic }) : [];
  const newest = await resources.listResources(ctx.db, list, { ...filter, topic: null });
  const byId = new Map([...alike, ...newest].map((row) => [row.id, row]));
  for (const { id } of [resource, ...resource.translations]) byId.delete(id);
  return [...byId.values()]
    .map(toCard)
    .map((card) => ({ card, likeness: likeness(resource, card) }))
    .toSorted((a, b) => b.likeness - a.likeness)
    .slice(0, MOST)
    .map(({ card }) => card);
}
