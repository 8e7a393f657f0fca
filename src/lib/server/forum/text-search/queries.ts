import type { DialectName } from '#lib/server/platform/db/dialect.ts';
import {
  listParameters,
  type ListParameters,
  precompiled,
} from '#lib/server/platform/db/precompiled.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';

import type { SearchBackend } from './backend-queries.ts';
import { postgresSearch } from './postgres-search.ts';
import { sqliteSearch } from './sqlite-search.ts';

export type { SearchBackend } from './backend-queries.ts';
export type { Expression } from './search-words.ts';

/** One implementation per database (docs/decisions/0006-search.md). */
export const searchBackends: Record<DialectName, SearchBackend> = {
  sqlite: sqliteSearch,
  postgres: postgresSearch,
};

/** Lists the texts of posts with a listing that guests can read. */
export const listGuestTexts = (db: Executor, postIds: string[]) =>
  guestTexts(db, postIds, postIds.length);

const guestTexts = precompiled((db, postIds: ListParameters, count: number) =>
  db
    .selectFrom('posts as p')
    .innerJoin('listings as l', 'l.post_id', 'p.id')
    .where('p.id', 'in', listParameters(postIds, count))
    .select(['p.id', 'p.title', 'l.town', 'l.material']),
);
