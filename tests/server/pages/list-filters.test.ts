// Addresses of lists with one wrong parameter: the other parameters apply, and the page names the wrong one.
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { expect, test } from 'vitest';

import { addMember } from '#demo/factories.ts';
import { APPLICATIONS_PATH } from '#lib/contract/paths.ts';
import { openDatabase } from '#lib/server/platform/db/open-database.ts';
import { shareServer } from '#tests/server/running-server.ts';
import { insertSession } from '#tests/support/server/insert-session.ts';
import { databaseAddress, originOf } from '#tests/support/server/server-process.ts';

const shared = shareServer();
const root = resolve(import.meta.dirname, '../../../src/pages');

const pages = globSync('**/*.astro', { cwd: root }).map((file) => ({
  path: `/${file.replace(/(?:\/?index)?\.astro$/, '')}`,
  source: readFileSync(resolve(root, file), 'utf8'),
}));
const lists = pages.flatMap(({ path, source }) =>
  /<(?:Paged|Staff)List/.test(source) ||
  (source.includes('<DroppedFilters') && source.includes('cursor'))
    ? // Those that wait are one queue, without pages.
      [path === APPLICATIONS_PATH ? `${path}?state=admitted` : path]
    : [],
);

async function readAsStaff(path: string): Promise<string> {
  const database = openDatabase(databaseAddress(shared()));
  const { id } = await addMember(database.db, { password_hash: 'none', role: 'staff' });
  const cookie = `session=${await insertSession(database.db, id)}`;
  await database.close();
  const response = await fetch(originOf(shared()) + path, { headers: { cookie } });
  expect(response.status).toBe(200);
  return response.text();
}

test('no page reads its query so that one wrong parameter empties it', () => {
  expect(lists.length).toBeGreaterThan(10);
  const others = pages.filter(({ source }) => source.includes('.safeParse('));
  expect(others.map(({ path }) => path)).toEqual([]);
});

test.each(lists)('%s reports a missing page of its list', async (path) => {
  const page = await readAsStaff(`${path}${path.includes('?') ? '&' : '?'}cursor=nonsense`);
  expect(page).toContain('This page of the list isn’t there');
  expect(await readAsStaff(path)).not.toContain('This page of the list isn’t there');
});

test.each([
  ['/staff/members?search=Zoraida&role=king', 'role', 'value="Zoraida"'],
  ['/staff/log?member=Zoraida&act=nothing', 'act', 'value="Zoraida"'],
  ['/exchange?kind=offer&material=gold', 'material', 'value="offer" selected'],
  ['/exchange?kind=offer&town=nowhere', 'town', 'value="offer" selected'],
  ['/eduhub?search=straw&topic=nothing', 'topic', 'value="straw"'],
])('%s names what it left out, and applies the other filters', async (path, name, shown) => {
  const page = await readAsStaff(path);
  expect(page).toMatch(new RegExp(`without it:\\s*<bdi[^>]*>${name}</bdi>`));
  expect(page).toContain(shown);
});
