import * as z from 'zod/mini';

import type { ErrorCode } from '#lib/contract/error-codes.ts';
import { listQuery, readListQuery, type ReadQuery } from '#lib/contract/pagination.ts';

import { type Topic, TOPIC_KEYS } from './resource-topics.ts';

const RESOURCES_PAGE = 12;

export const RESOURCES_FRESH_SECONDS = 60;

// The sort key: rank, publication time, id.
const CURSOR = String.raw`\d{1,2}\.\d{1,15}\.ID`;

/** A blank search lists all. */
export const ResourceQuery = z.extend(listQuery(RESOURCES_PAGE, CURSOR), {
  search: z._default(z.string().check(z.trim()), ''),
  /** only guides on this topic */
  topic: z._default(z.nullable(z.enum(TOPIC_KEYS, 'topic_invalid' satisfies ErrorCode)), null),
});
export type ResourceQuery = z.infer<typeof ResourceQuery>;

export const ResourceCard = z.object({
  id: z.string(),
  title: z.string(),
  /** the language of the text: `en`, `fil` */
  language: z.string(),
  /** a URL */
  cover_photo: z.string(),
  /** ISO 8601, UTC */
  published_date: z.string(),
  /** reading time, in whole minutes */
  reading_minutes: z.number(),
  topics: z.array(z.enum(TOPIC_KEYS)),
});
export type ResourceCard = z.infer<typeof ResourceCard>;

export const Block = z.object({
  id: z.string(),
  type: z.enum(['HEADING', 'TEXT', 'image']),
  /** text, or the URL of an image */
  content: z.string(),
  /** the alt text of an image */
  alt: z.optional(z.string()),
});
export type Block = z.infer<typeof Block>;

export const Resource = z.extend(ResourceCard, {
  blocks: z.array(Block),
  /** the same guide in other languages */
  translations: z.array(z.object({ id: z.string(), language: z.string() })),
});
export type Resource = z.infer<typeof Resource>;

/** Newest first; search results best first. */
export const ResourcePage = z.object({
  data: z.array(ResourceCard),
  nextCursor: z.nullable(z.string()),
  /** no resource has all words of the search: these have most of them */
  isPartial: z.boolean(),
});
export type ResourcePage = z.infer<typeof ResourcePage>;

/** Parses the query of the EduHub page, where an empty topic means all. */
export function readResourceQuery(params: URLSearchParams): ReadQuery<ResourceQuery> {
  const given = new URLSearchParams(params);
  if (given.get('topic') === '') given.delete('topic');
  given.delete('limit');
  return readListQuery(ResourceQuery, given);
}

/** The filters of EduHub's list; one that is missing or empty means all. */
interface EduhubQuery {
  search?: string;
  topic?: Topic | null;
  cursor?: string | null;
}

export function eduhubPath({ search, topic, cursor }: EduhubQuery): string {
  const query = new URLSearchParams({
    ...(search && { search }),
    ...(topic && { topic }),
    ...(cursor && { cursor }),
  });
  return query.size > 0 ? `/eduhub?${query}` : '/eduhub';
}
