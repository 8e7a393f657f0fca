import type { DialectName } from '#lib/server/platform/db/dialect.ts';

import { postgresSearch } from './postgres-search.ts';
import type { SearchBackend } from './search-backend.ts';
import { sqliteSearch } from './sqlite-search.ts';

/** One implementation a database (docs/decisions/0006-search.md). */
export const searchBackends: Record<DialectName, SearchBackend> = {
  sqlite: sqliteSearch,
  postgres: postgresSearch,
};
