// A migration only adds, so that servers of the version before can read and write while a new one migrates.
import { hash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(resolve(root, file), 'utf8');
const FILES = globSync('src/lib/server/platform/db/migrations/0*{.ts,/**/*.ts}', {
  cwd: root,
}).toSorted();
const TAKES_AWAY = [
  /\b(drop|rename|truncate)\b/i,
  /\balter column\b/i,
  /\b(delete from|update \w+ set)\b/i,
  // Servers of the version before do not set the column.
  /\badd column \S+ \S+ not null(?! default)/i,
];

// The baseline creates everything.
const BASELINE = '0001-baseline';

const addsOnly = (text: string) => TAKES_AWAY.every((pattern) => !pattern.test(text));

test('all migrations after the baseline only add', () => {
  const later = FILES.filter((file) => !file.includes(BASELINE));
  expect(later.filter((file) => !addsOnly(read(file)))).toEqual([]);
});

test.each([
  'drop table posts',
  'alter table posts rename title to name',
  'alter table posts alter column title drop not null',
  'update posts set title = null',
  'alter table posts add column later text not null',
])('“%s” does not only add', (statement) => {
  expect(addsOnly(statement)).toBe(false);
});

/** The migrations that each released version added, with their hashes: they must never change. */
const RELEASED: Record<string, Record<string, string>> = {
  '0.2.0': {
    '0001-baseline': '489a09829b40b9d07b45ba6a7938a36b068705afd217d8086bc61376c3ac4b50',
    '0002-site-alerts': '048e810f20b592e83ad8923c630afacb060c33e2be1402d10130f4dc44ffb52e',
    '0003-site-settings': '927e49686cabb8b354bba06fa8a541fdab3790488bcfe8d33e82529997135c60',
  },
};

const hashOf = (name: string) =>
  hash(
    'sha256',
    FILES.filter((file) => file.includes(`/${name}`))
      .map(read)
      .join('\n'),
  );

test('migrations of released versions have not changed', () => {
  const headings = read('CHANGELOG.md').matchAll(/^## (\d\S+)/gm);
  const versions = [...headings].map(([, version]) => version).filter((each) => each !== '0.1.0');
  expect(Object.keys(RELEASED)).toEqual(versions.toReversed());
  for (const had of Object.values(RELEASED))
    for (const [name, before] of Object.entries(had)) expect(hashOf(name), name).toBe(before);
});
