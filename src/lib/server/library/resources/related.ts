import { findMaterials } from '#lib/contract/exchange/material-names.ts';
import type { ResourceCard } from '#lib/contract/library/resources.ts';
import type { Ctx } from '#lib/server/platform/context.ts';

import { listResources } from './queries.ts';
import { toCard, topicFilter } from './service.ts';

const MOST = 3;
// Of more, only the newest are compared.
const MAX_COMPARED = 24;

type Subject = Pick<ResourceCard, 'id' | 'title' | 'topics'>;

const countShared = <T>(some: T[], others: T[]): number =>
  some.filter((each) => others.includes(each)).length;

/** How much two guides have in common: the same material says more than the same topic. */
const likeness = (one: Subject, other: Subject): number =>
  2 * countShared(findMaterials(one.title), findMaterials(other.title)) +
  countShared(one.topics, other.topics);

/** Lists what to read after a guide: the most alike, then the newest. */
export async function listRelated(ctx: Ctx, resource: Subject): Promise<ResourceCard[]> {
  const list = { cursor: null, limit: MAX_COMPARED };
  const topic = topicFilter(ctx, resource.topics);
  const alike = topic ? await listResources(ctx.db, list, { search: null, topic }) : [];
  const newest = await listResources(ctx.db, list, { search: null, topic: null });
  const byId = new Map([...alike, ...newest].map((row) => [row.id, row]));
  byId.delete(resource.id);
  return [...byId.values()]
    .map(toCard)
    .map((card) => ({ card, likeness: likeness(resource, card) }))
    .toSorted((a, b) => b.likeness - a.likeness)
    .slice(0, MOST)
    .map(({ card }) => card);
}
