import { expect, test } from 'vitest';

import { posts } from '#demo/posts.ts';
import { resources } from '#demo/resources.ts';
import { POST_SEARCHES } from '#tests/fixtures/searches/posts.ts';
import { RESOURCE_SEARCHES } from '#tests/fixtures/searches/resources.ts';
import { searchUrl, titles } from '#tests/support/nouns/search.ts';
import { openDemoCommunity } from '#tests/support/site/demo-community.ts';

const FIRST = 5;
const REQUIRED_RATE = 0.9;

/** The titles of the posts or resources with these keys. */
function titlesOf(all: { key: string; title: string }[], keys: string): string[] {
  return keys.split(' ').map((key) => {
    const found = all.find((each) => each.key === key);
    if (!found) throw new Error(`No such key in the demo: ${key}`);
    return found.title;
  });
}

interface Outcome {
  search: string;
  isHit: boolean;
  found: string[];
}

/** Prints the hit rate, and the results of each miss. */
function report(name: string, outcomes: Outcome[]): number {
  const hits = outcomes.filter(({ isHit }) => isHit).length;
  const misses = outcomes
    .filter(({ isHit }) => !isHit)
    .map(({ search, found }) => `\n  ${search}: ${found.join(' | ') || 'nothing'}`);
  process.stdout.write(`${name}: ${hits} of ${outcomes.length}${misses.join('')}\n`);
  return hits / outcomes.length;
}

const database = process.env['DATABASE'] ?? 'sqlite';

test('for 90 of 100 searches by members, the right post is among the first five', async () => {
  const reader = await (await openDemoCommunity()).signedIn();
  const labelled = Object.values(POST_SEARCHES).flatMap((each) => Object.entries(each));
  const outcomes: Outcome[] = [];
  for (const [search, keys] of labelled) {
    const { body } = await reader.get(searchUrl(search, `&limit=${FIRST}`));
    const found = titles(body['data'].posts);
    outcomes.push({
      search,
      found,
      isHit: titlesOf(posts, keys).some((title) => found.includes(title)),
    });
  }
  expect(outcomes.length).toBeGreaterThanOrEqual(100);
  expect(report(`Posts on ${database}`, outcomes)).toBeGreaterThanOrEqual(REQUIRED_RATE);
});

test('for 90 of 100 searches of EduHub, the right resource is among the first five', async () => {
  const guest = (await openDemoCommunity()).guest();
  const outcomes: Outcome[] = [];
  for (const [search, keys] of Object.entries(RESOURCE_SEARCHES)) {
    const { body } = await guest.get(
      `/api/web/eduhub?limit=${FIRST}&search=${encodeURIComponent(search)}`,
    );
    const found = titles(body['data'].data);
    outcomes.push({
      search,
      found,
      isHit: titlesOf(resources, keys).some((title) => found.includes(title)),
    });
  }
  expect(report(`Resources on ${database}`, outcomes)).toBeGreaterThanOrEqual(REQUIRED_RATE);
});
