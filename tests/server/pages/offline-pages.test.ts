import { expect, test } from 'vitest';

import { addMember, addPost, addResource } from '#demo/factories.ts';
import { CSRF_FIELD } from '#lib/contract/csrf.ts';
import {
  GUEST,
  MEMBER_OFFLINE_HEADER,
  OFFLINE_ASSETS_PATH,
  OFFLINE_HEADER,
  type OfflineAssets,
  VIEWER_HEADER,
} from '#lib/contract/offline.ts';
import { openDatabase } from '#lib/server/platform/db/open-database.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { shareServer } from '#tests/server/running-server.ts';
import {
  addSignedInMembers,
  databaseAddress,
  originOf,
} from '#tests/support/server/server-process.ts';

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

/** @returns the files that a page, a style sheet or a script cannot work without */
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

test('every listed file exists once, and React is not for guests', async () => {
  const { files, memberFiles, dialogFiles } = await readAssets();
  const all = [...files, ...memberFiles, ...dialogFiles];
  expect(new Set(all).size).toBe(all.length);
  for (const file of all) {
    const response = await get(file);
    expect(response.status, file).toBe(200);
    const text = await response.text();
    if (files.includes(file) && file.endsWith('.js'))
      expect(text, file).not.toContain('react.element');
  }
  expect(all.join(' ')).not.toMatch(/pdf|CropDialog/);
});

test('pages that are the same for everyone are in the language of the request', async () => {
  for (const path of ['/offline', '/goodbye']) {
    const page = await get(path, 'lang=fil');
    expect(await page.text()).toContain('<html lang="fil"');
  }
});

test.each(['/login', '/forums/my-discussions', '/nothing', '/api/web/posts'])(
  'a guest may not store %s',
  async (path) => {
    const response = await get(path);
    expect(response.headers.has(OFFLINE_HEADER)).toBe(false);
  },
);

/** Adds a member with a session, a guide, and a post of another member that is saved. */
async function memberCookie(): Promise<{ cookie: string; resource: string; post: string }> {
  const database = openDatabase(databaseAddress(shared()));
  const { db } = database;
  const [token = ''] = await addSignedInMembers(database, 1);
  const member = await db
    .selectFrom('members')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const { id: author_id } = await addMember(db, { password_hash: 'none' });
  const post = await addPost(db, { author_id });
  const saved = { id: newId(), member_id: member.id, post_id: post.id, created_at: Date.now() };
  await db.insertInto('saved_posts').values(saved).execute();
  const { id } = await addResource(db, { title: 'Compost', cover_key: 'a/1-1.webp' }, []);
  await database.close();
  return { cookie: `session=${token}`, resource: `/eduhub/${id}`, post: post.id };
}

test('a member’s page names its member and is not for guests', async () => {
  const { cookie, resource } = await memberCookie();
  const own = PUBLIC.filter((path) => path !== '/offline');
  for (const path of [...own, resource, '/profile', '/nothing']) {
    const { headers } = await fetch(originOf(shared()) + path, {
      headers: { cookie },
      redirect: 'manual',
    });
    expect([path, headers.get('cache-control')]).toEqual([path, 'no-store']);
    expect([path, headers.has(OFFLINE_HEADER)]).toEqual([path, false]);
    expect([path, headers.get(VIEWER_HEADER)]).toEqual([
      path,
      expect.stringMatching(/^[\da-f-]{36}$/),
    ]);
  }
});

test.each(['/offline', '/goodbye'])('%s is stored for everyone, also by a member', async (path) => {
  const { build } = await readAssets();
  const { cookie } = await memberCookie();
  const { headers } = await get(path, cookie);
  expect(headers.get(OFFLINE_HEADER)).toBe(build);
  expect(headers.get(VIEWER_HEADER)).toBe(GUEST);
});

test('of a member’s pages, only those worth reading again may be stored', async () => {
  const { build, memberFiles } = await readAssets();
  const { cookie, resource, post } = await memberCookie();
  const readable = [
    '/forums/explore',
    '/forums/my-discussions',
    `/forums/posts/${post}`,
    '/exchange/pickups',
    '/profile/saved',
    '/eduhub',
    resource,
  ];
  for (const path of readable) {
    const response = await get(path, cookie);
    expect([path, response.headers.get(MEMBER_OFFLINE_HEADER)]).toEqual([path, build]);
    const html = await response.text();
    // Stored pages contain no token.
    expect([path, html.includes(CSRF_FIELD)]).toEqual([path, false]);
    const scripts = html.match(/\/_astro\/[\w.~-]+\.js/g) ?? [];
    const { files } = await readAssets();
    expect([...files, ...memberFiles]).toEqual(expect.arrayContaining(scripts));
  }
  const form = `/profile/saved?post=${post}`;
  for (const path of ['/profile', form, '/legal-agreements/data-privacy', '/nothing']) {
    const { headers } = await get(path, cookie);
    expect([path, headers.has(MEMBER_OFFLINE_HEADER)]).toEqual([path, false]);
  }
});

test('a guest’s page is marked as such, rendered or cached', async () => {
  for (const path of ['/login', '/forums/explore', '/forums/explore']) {
    const { headers } = await get(path);
    expect([path, headers.get(VIEWER_HEADER)]).toEqual([path, GUEST]);
    expect([path, headers.has(MEMBER_OFFLINE_HEADER)]).toEqual([path, false]);
  }
});

test('a browser whose session has expired may store a page', async () => {
  const response = await get('/about', 'session=expired');
  expect(response.headers.has(OFFLINE_HEADER)).toBe(true);
});
