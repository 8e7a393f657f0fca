import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Services } from '#lib/server/platform/context.ts';

import { beginMerge, mergePart, SEARCH_TABLES } from './merge-queries.ts';

/**
 * Merges SQLite's search index, which otherwise contains the words of deleted rows until enough are deleted.
 */
export async function mergeSearchIndex({ db }: Pick<Services, 'db'>): Promise<void> {
  for (const table of SEARCH_TABLES) {
    await beginMerge(db, table);
    // Requests are handled in between: SQLite's queries run in this process.
    while (await mergePart(db, table)) await nextTurn();
  }
}
