import { expect, test } from 'vitest';

import { addResource } from '#demo/factories.ts';
import { OFFLINE_ASSETS_PATH, OFFLINE_HEADER, type OfflineAssets } from '#lib/contract/offline.ts';
import { openDatabase } from '#lib/server/db/open-database.ts';
import { addSignedInMembers, databaseAddress, originOf } from '#tests/support/server-process.ts';

import { shareServer } from './running-server.ts';

const shared = shareServer();

const get = (path: string, cookie = '') =>
  fetch(originOf(shared()) + path, { headers: { cookie } });

async function readAssets(): Promise<OfflineAssets> {
  const response = await get(OFFLINE_ASSETS_PATH);
  return response.json();
}

const PUBLIC = [
  '/',
  '/about',
  '/eduhub',
  '/forums/explore',
  '/legal-agreements/data-privacy',
  '/offline',
  '/thank-you',
];
const ASSET = /\/_astro\/[\w.~-]+\.(?:css|js|svg|woff2)/g;
const IMPORT = /(?:import|from)\s*["'`]\.\/([\w.~-]+\.js)["'`]/g;

/** @returns what a page, a style sheet or a script names that it cannot do without */
async function findAssets(path: string): Promise<string[]> {
  const response = await get(path);
  const text = await response.text();
  return path.endsWith('.js')
    ? [...text.matchAll(IMPORT)].map(([, name]) => `/_astro/${name}`)
    : (text.match(ASSET) ?? []);
}

test.each(PUBLIC)('%s may be stored, and every file it needs is listed', async (path) => {
  const { build, files } = await readAssets();
  const response = await get(path);
  expect(response.headers.get(OFFLINE_HEADER)).toBe(build);
  const needed = new Set(await findAssets(path));
  expect(needed.size).toBeGreaterThan(0);
  for (const file of needed)
    if (!file.endsWith('.woff2')) for (const each of await findAssets(file)) needed.add(each);
  expect(files).toEqual(expect.arrayContaining([...needed]));
});

test('every listed file exists, and none is React', async () => {
  const { files } = await readAssets();
  for (const file of files) {
    const response = await get(file);
    expect(response.status, file).toBe(200);
    if (file.endsWith('.js')) expect(await response.text(), file).not.toContain('react.element');
  }
});

test.each(['/login', '/forums/my-discussions', '/nothing', '/api/web/posts'])(
  'a guest may not store %s',
  async (path) => {
    const response = await get(path);
    expect(response.headers.has(OFFLINE_HEADER)).toBe(false);
  },
);

test('a member’s pages may not be stored', async () => {
  const database = openDatabase(databaseAddress(shared()));
  const [token = ''] = await addSignedInMembers(database, 1);
  const { id } = await addResource(database.db, { title: 'Compost', cover_key: 'a/1-1.webp' }, []);
  await database.close();
  for (const path of [...PUBLIC, `/eduhub/${id}`, '/profile'].filter(
    (each) => each !== '/offline' && each !== '/thank-you',
  )) {
    const response = await get(path, `session=${token}`);
    const isMemberPage = response.headers.get('cache-control') === 'no-store';
    expect([path, isMemberPage, response.headers.has(OFFLINE_HEADER)]).toEqual([path, true, false]);
  }
});

test('a browser whose session has expired may store a page', async () => {
  const response = await get('/about', 'session=expired');
  expect(response.headers.has(OFFLINE_HEADER)).toBe(true);
});
