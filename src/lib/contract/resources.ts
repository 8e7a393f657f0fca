import * as z from 'zod/mini';

import { ID_PATTERN } from './ids.ts';
import { listQuery } from './pagination.ts';

/** Resources a page of EduHub (spec 9). */
const RESOURCES_PAGE = 12;

/** How long a list of resources may be shown again without asking, in seconds (spec 9). */
export const RESOURCES_FRESH_SECONDS = 60;

// How well it was met, when it was published, and its id: what the list is ordered by.
const CURSOR = new RegExp(`^[01]\\.\\d{1,15}\\.${ID_PATTERN}$`);

/** What is looked for, and where the list goes on. A blank search is none (spec 5). */
export const ResourceQuery = z.extend(listQuery(RESOURCES_PAGE, CURSOR), {
  search: z._default(z.string().check(z.trim()), ''),
});
export type ResourceQuery = z.infer<typeof ResourceQuery>;

/** A resource as the list shows it (spec 3). */
export const ResourceCard = z.object({
  id: z.string(),
  title: z.string(),
  /** the address of a picture */
  cover_photo: z.string(),
  /** ISO 8601, UTC */
  published_date: z.string(),
});
export type ResourceCard = z.infer<typeof ResourceCard>;

/** A piece of a resource (spec 3). */
export const Block = z.object({
  id: z.string(),
  type: z.enum(['HEADING', 'TEXT', 'image']),
  /** text, or the address of a picture */
  content: z.string(),
});
export type Block = z.infer<typeof Block>;

/** A resource with its text. */
export const Resource = z.extend(ResourceCard, { blocks: z.array(Block) });
export type Resource = z.infer<typeof Resource>;

/** A page of resources, newest first, of a search the best first; `nextCursor` is null at the end. */
export const ResourcePage = z.object({
  data: z.array(ResourceCard),
  nextCursor: z.nullable(z.string()),
});
export type ResourcePage = z.infer<typeof ResourcePage>;

/**
 * Reads the address line of the EduHub page. What no link of ours holds leads to the start of the list.
 * @param params its query
 */
export function readResourceQuery(params: URLSearchParams): ResourceQuery {
  const search = params.get('search') ?? '';
  const { success, data } = z.safeParse(ResourceQuery, {
    search,
    cursor: params.get('cursor') ?? undefined,
  });
  return success ? data : z.parse(ResourceQuery, { search });
}

/**
 * @param search what is looked for; empty for everything
 * @param cursor where the list goes on; nothing for its start
 * @returns the address of a page of EduHub
 */
export function eduhubPath(search: string, cursor?: string): string {
  const query = new URLSearchParams({ ...(search && { search }), ...(cursor && { cursor }) });
  return query.size > 0 ? `/eduhub?${query}` : '/eduhub';
}
