import { type RawBuilder, sql } from 'kysely';

import type { DialectName } from '#lib/server/db/dialect.ts';
import type { SearchWord } from '#lib/server/search/queries.ts';

/** Whether resource `r` has every word, in its title or anywhere. */
type ResourceMatcher = (words: SearchWord[], where: 'title' | 'anywhere') => RawBuilder<boolean>;

const inSqlite: ResourceMatcher = (words, where) => {
  const query = words.map(({ word }) => `"${word}"*`).join(' AND ');
  const match = where === 'title' ? `title : (${query})` : query;
  return sql`r.id in (select resource_id from resources_fts where resources_fts match ${match})`;
};

const inPostgres: ResourceMatcher = (words, where) => {
  const query = words.map(({ word }) => `'${word}':*`).join(' & ');
  const column = where === 'title' ? 'title_vector' : 'search_vector';
  return sql`r.id in (select resource_id from resource_vectors
    where ${sql.ref(column)} @@ ${query}::tsquery)`;
};

/** One implementation a database (docs/decisions/0006-search.md). */
export const matchesResource: Record<DialectName, ResourceMatcher> = {
  sqlite: inSqlite,
  postgres: inPostgres,
};
