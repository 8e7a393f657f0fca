import { expect, test } from 'vitest';

import { names, readAllPages, searchUrl, openSiteWithPosts } from '#tests/support/nouns/search.ts';
import { openSite } from '#tests/support/site/site.ts';

test.each([
  ['a wrong letter', 'marja'],
  ['a letter too few', 'mara'],
  ['a letter too many', 'mariia'],
  ['two letters in the wrong order', 'mraia'],
  ['a wrong first letter', 'naria'],
  ['an error in the last name', 'maria sntos'],
  ['an error in each word', 'mria santis'],
  ['a prefix and an error', 'san marya'],
])('a name with %s is found', async (_, search) => {
  const site = await openSite();
  await site.member({ first_name: 'María', last_name: 'Santos' });
  const owner = await site.member({ first_name: 'Pedro', last_name: 'Ocampo' });
  const { accounts } = await readAllPages(await site.signedIn(owner), search);
  expect(names(accounts)).toEqual(['María Santos']);
});

test('a name with two wrong letters is not found', async () => {
  const site = await openSite();
  const owner = await site.member({ first_name: 'Rosalinda', last_name: 'Ocampo' });
  const reader = await site.signedIn(owner);
  expect((await readAllPages(reader, 'rosalinda')).accounts).toHaveLength(1);
  expect((await readAllPages(reader, 'rozalinta')).accounts).toEqual([]);
});

test.each([
  '',
  ' ',
  '%',
  '_',
  '*',
  '"',
  "'",
  '\\',
  'a"b',
  "' or 1=1 --",
  'NEAR(rice straw)',
  'title:rice',
  'rice AND',
  'NOT rice',
  '-rice',
  '^rice',
  '{title}: rice',
  "rice' & 'x",
  'rice:* | straw',
  '!rice',
  '\0rice',
  '\ud800',
  '(((((',
  '🌾',
  '😀'.repeat(500),
  'constructor __proto__',
])('the search %j has no effect', async (search) => {
  const { reader } = await openSiteWithPosts('Mango');
  const { status, body } = await reader.get(searchUrl(search.toWellFormed()));
  expect(status).toBe(200);
  expect(body['data']).toEqual({
    accounts: [],
    posts: [],
    nextCursor: null,
    isPartial: false,
  });
});

test.each([
  ['letters', 'x'.repeat(10_000)],
  ['words', 'rice '.repeat(2000)],
  ['different words', Array.from({ length: 1500 }, (_, nth) => `r${nth}`).join(' ')],
  ['quotes', '"'.repeat(10_000)],
  ['wildcards', '%_*'.repeat(3333)],
])('10 kB of %s get a response (ASVS 1.2.9)', async (_, search) => {
  const { reader } = await openSiteWithPosts('Rice straw');
  const path = searchUrl(search);
  await reader.get(path);
  expect((await reader.get(path)).status).toBe(200);
});
