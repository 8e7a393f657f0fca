// Pages for members only: guests get the sign-in page, which leads back.
import { globSync, readFileSync } from 'node:fs';
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
const files = globSync('**/*.astro', { cwd: root });
const pathOf = (file: string): string =>
  `/${file.replace(/(?:(?:^|\/)index)?\.astro$/, '')}`.replaceAll(
    /\[\w+\]/g,
    (name) => PARAMETERS[name] ?? SOME_ID,
  );

/** @returns whether the frontmatter of a page declares it open to guests */
const isOpen = (file: string): boolean =>
  /^---\n[^]*^export const isOpen = true;$[^]*^---$/m.test(
    readFileSync(resolve(root, file), 'utf8'),
  );

async function open(path: string) {
  const headers = { accept: 'text/html' };
  const response = await fetch(originOf(shared()) + path, { headers, redirect: 'manual' });
  await response.arrayBuffer();
  return response;
}

test('every page leads guests to sign-in, except those declared open to guests, and those of staff', async () => {
  const leading: string[] = [];
  for (const file of files) {
    const path = pathOf(file);
    const { status, headers } = await open(`${path}?done=removed`);
    if (!headers.get('location')?.startsWith('/login')) continue;
    // The sign-in does not lead back to a confirmation of something done before.
    const back = `/login?redirect=${encodeURIComponent(path)}`;
    expect([path, status, headers.get('location')]).toEqual([path, 302, back]);
    leading.push(file);
  }
  const closed = files.filter((file) => !isOpen(file) && !file.startsWith('staff/'));
  expect(leading.toSorted()).toEqual(closed.toSorted());
  expect(leading).toContain('profile.astro');
});

test.each([
  `/forums/posts/${SOME_ID}?comment=${SOME_ID}`,
  `/exchange/pickups/${SOME_ID}?coming=no`,
])('the sign-in leads to what the link chose: %s', async (path) => {
  const { headers } = await open(path);
  expect(headers.get('location')).toBe(`/login?redirect=${encodeURIComponent(path)}`);
});
