// Which pages are for members alone: guests get the sign-in page, which leads back.
import { globSync } from 'node:fs';
import { resolve } from 'node:path';

import { expect, test } from 'vitest';

import { shareServer } from '#tests/server/running-server.ts';
import { originOf } from '#tests/support/server/server-process.ts';

const shared = shareServer();
const SOME_ID = '0198c0de-0000-7000-8000-000000000000';
const PARAMETERS: Record<string, string> = {
  '[document]': 'terms-and-conditions',
  '[kind]': 'post',
  '[list]': 'followed',
  '[question]': 'straw',
};
const root = resolve(import.meta.dirname, '../../../src/pages');
const paths = globSync('**/*.astro', { cwd: root }).map((file) =>
  `/${file.replace(/(?:(?:^|\/)index)?\.astro$/, '')}`.replaceAll(
    /\[\w+\]/g,
    (name) => PARAMETERS[name] ?? SOME_ID,
  ),
);

/** Beside all of `/profile`. */
const MEMBER_PAGES = [
  `/exchange/${SOME_ID}/still-there`,
  '/exchange/new',
  `/exchange/pickups`,
  `/exchange/pickups/${SOME_ID}`,
  `/exchange/trips/${SOME_ID}`,
  '/forums/followers/followed',
  '/forums/my-discussions',
  `/forums/posts/${SOME_ID}`,
  `/forums/posts/${SOME_ID}/comments/${SOME_ID}`,
  `/forums/posts/${SOME_ID}/sheet`,
  `/forums/profile/${SOME_ID}`,
  `/forums/profile/${SOME_ID}/block`,
  `/machines/${SOME_ID}`,
  `/machines/bookings/${SOME_ID}`,
  '/notifications',
  `/report/post/${SOME_ID}`,
];

async function open(path: string) {
  const headers = { accept: 'text/html' };
  const response = await fetch(originOf(shared()) + path, { headers, redirect: 'manual' });
  await response.arrayBuffer();
  return response;
}

test('the pages that lead guests to sign-in are those of members', async () => {
  const leading: string[] = [];
  for (const path of paths) {
    const { status, headers } = await open(`${path}?done=removed`);
    if (!headers.get('location')?.startsWith('/login')) continue;
    // Who signs in does not see what was done before.
    const back = `/login?redirect=${encodeURIComponent(path)}`;
    expect([path, status, headers.get('location')]).toEqual([path, 302, back]);
    leading.push(path);
  }
  const ofProfile = paths.filter((path) => /^\/profile(\/|$)/.test(path));
  expect(leading.toSorted()).toEqual([...MEMBER_PAGES, ...ofProfile].toSorted());
});

test.each([
  `/forums/posts/${SOME_ID}?comment=${SOME_ID}`,
  `/exchange/pickups/${SOME_ID}?coming=no`,
])('the sign-in leads to what a link chose: %s', async (path) => {
  const { headers } = await open(path);
  expect(headers.get('location')).toBe(`/login?redirect=${encodeURIComponent(path)}`);
});
