// A migration only adds: servers of the version before go on reading and writing while a new one migrates.
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const FILES = globSync('src/lib/server/db/migrations/0*.ts', { cwd: root }).toSorted();
const TAKES_AWAY = [
  /\b(drop|rename|truncate)\b/i,
  /\balter column\b/i,
  /\b(delete from|update \w+ set)\b/i,
  // Servers of the version before do not set it.
  /\badd column \S+ \S+ not null(?! default)/i,
];

// It replaces a trigger by one that does more. Its other updates, in triggers, are of the search index.
const REPLACES_A_TRIGGER = '0012-listing-words.ts';

// It gives rows that are there their kind, and makes one of the likes of a post: such servers read them as any other.
const CHANGES_ROWS = '0022-notification-kinds.ts';

const isExempt = (file: string) => file.endsWith(REPLACES_A_TRIGGER) || file.endsWith(CHANGES_ROWS);

// What such servers write and read stays as it was: a column takes null, too. SQLite does so by making the table again,
// with all of its rows, in the transaction of the migration.
const TAKES_NULL = [
  /alter table \w+ alter column \w+ drop not null/g,
  /`drop table (\w+)`,\s*`alter table all_\1 rename to \1`/g,
];

// The first one creates what is there.
test.each(FILES.slice(1).filter((file) => !isExempt(file)))('%s only adds', (file) => {
  const source = readFileSync(resolve(root, file), 'utf8');
  const text = TAKES_NULL.reduce((rest, pattern) => rest.replaceAll(pattern, ''), source);
  for (const pattern of TAKES_AWAY) expect(text).not.toMatch(pattern);
});
