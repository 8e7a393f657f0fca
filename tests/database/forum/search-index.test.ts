import { randomUUID } from 'node:crypto';

import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { addMember, addPost } from '#demo/factories.ts';
import type { MatchKind } from '#lib/server/forum/text-search/backend-queries.ts';
import { searchBackends } from '#lib/server/forum/text-search/queries.ts';
import {
  allOf,
  parseSearchWords,
  typedWord,
  wordsOf,
} from '#lib/server/forum/text-search/search-words.ts';
import type { DialectName } from '#lib/server/platform/db/dialect.ts';
import type { Db } from '#lib/server/platform/db/schema.ts';
import { openSite } from '#tests/support/site/site.ts';

const dialect: DialectName = process.env['DATABASE'] === 'postgres' ? 'postgres' : 'sqlite';
// This reader is not a member, and has no blocks.
const ALL = { viewerId: randomUUID(), cursor: null, limit: 1000 };
const QUERIES = ['a', 'an', 'ana', 'ann', 'rice', 'ri', 'coco', 'o', 'ana rice', 'b'];

const word = fc.constantFrom(
  'ana',
  'Anna',
  'AÑÁ',
  'rice',
  'Ricé',
  'co-coco',
  "o'bana",
  'rice,rice',
);
const someWords = fc.array(word, { minLength: 1, maxLength: 3 }).map((each) => each.join(' '));
const step = fc.record({
  what: fc.constantFrom('add', 'add', 'change', 'delete', 'add member', 'rename', 'delete member'),
  which: fc.nat(),
  title: someWords,
  description: someWords,
  name: someWords,
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const findPosts = (db: Db, query: string) =>
  searchBackends[dialect].findPosts(
    db,
    { match: allOf(parseSearchWords(query).map(typedWord)), not: null },
    ALL,
  );

async function findMembers(db: Db, query: string, closeness: MatchKind = 'exact') {
  const rows = await searchBackends[dialect].findMembers(
    db,
    parseSearchWords(query),
    closeness,
    ALL,
  );
  return rows.map(({ member_id }) => member_id);
}

/**
 * Applies a step to the database.
 * @param clock time of the rows
 */
async function carryOut(db: Db, { what, which, title, description, name }: Step, clock: number) {
  const members = await db.selectFrom('members').select('id').orderBy('id').execute();
  const posts = await db.selectFrom('posts').select('id').orderBy('id').execute();
  const member = members[which % (members.length || 1)]?.id;
  const post = posts[which % (posts.length || 1)]?.id;
  if (what === 'add member') {
    const named = { first_name: name, last_name: title, joined_at: clock };
    await addMember(db, { password_hash: '', email: randomUUID(), ...named });
  }
  if (member) {
    if (what === 'add')
      await addPost(db, { author_id: member, title, description, created_at: clock });
    if (what === 'rename')
      await db.updateTable('members').set({ first_name: name }).where('id', '=', member).execute();
    if (what === 'delete member') await db.deleteFrom('members').where('id', '=', member).execute();
  }
  if (!post) return;
  if (what === 'change')
    await db.updateTable('posts').set({ title, description }).where('id', '=', post).execute();
  if (what === 'delete') await db.deleteFrom('posts').where('id', '=', post).execute();
}

/**
 * Whether a text has all words of a search; `o'brien` matches the letter with words starting with the rest, or one
 * word.
 */
function contains(text: string, query: string): boolean {
  const words = wordsOf(text);
  const begins = (part: string) => words.some((each) => each.startsWith(part));
  return parseSearchWords(query).every(({ head, word: rest }) =>
    head ? begins(head + rest) || (words.includes(head) && begins(rest)) : begins(rest),
  );
}

const nameOf = (row: { first_name: string; last_name: string }) =>
  `${row.first_name} ${row.last_name}`;

/** The expected results, computed from the rows. */
async function expected(db: Db, query: string) {
  const posts = await db.selectFrom('posts').selectAll().orderBy('id', 'desc').execute();
  const members = await db.selectFrom('members').selectAll().orderBy('id', 'desc').execute();
  return {
    posts: posts
      .filter((row) => contains(`${row.title} ${row.description}`, query))
      .map(({ id }) => id),
    members: members.filter((row) => contains(nameOf(row), query)).map(({ id }) => id),
  };
}

test('after any sequence of changes a search finds what the rows contain', async () => {
  const { services } = await openSite();
  const { db } = services;
  const steps = fc.array(step, { minLength: 5, maxLength: 25 });
  const property = fc.asyncProperty(steps, async (all) => {
    await db.deleteFrom('members').execute();
    await addMember(db, { password_hash: '', email: randomUUID(), joined_at: 1e12 - 1 });
    for (const [nth, each] of all.entries()) await carryOut(db, each, 1e12 + ((nth * 7) % 31));
    for (const query of QUERIES) {
      const found = { posts: await findPosts(db, query), members: await findMembers(db, query) };
      expect(found).toEqual(await expected(db, query));
    }
  });
  await fc.assert(property, { numRuns: 30 });
});

const oneOf = (text: string) => fc.constantFrom(...Array.from(text));
const character = oneOf('abcdeinorstñé');
const long = fc
  .array(character, { minLength: 4, maxLength: 12 })
  .map((characters) => characters.join(''));

/**
 * Makes one typing error.
 * @param at the position
 * @param key the wrong character
 */
function mistype(name: string, kind: string, at: number, key: string): string {
  const characters = Array.from(name);
  const index = at % characters.length;
  if (kind === 'left out') characters.splice(index, 1);
  if (kind === 'added') characters.splice(index, 0, key);
  if (kind === 'wrong') characters[index] = key;
  if (kind === 'swapped')
    characters.splice(index, 2, ...characters.slice(index, index + 2).toReversed());
  return characters.join('');
}

test('a name is found with any single typing error', async () => {
  const { services, member } = await openSite();
  const { db } = services;
  const kinds = fc.constantFrom('left out', 'added', 'wrong', 'swapped');
  const property = fc.asyncProperty(long, long, kinds, fc.nat(), character, async (...given) => {
    const [first_name, last_name, kind, at, key] = given;
    const { id } = await member({ first_name, last_name });
    const typed = mistype(first_name, kind, at, key);
    const found = [await findMembers(db, typed), await findMembers(db, typed, 'fuzzy')];
    expect(found.flat().filter((each) => each === id)).toEqual([id]);
  });
  await fc.assert(property, { numRuns: 60 });
});

test('no text makes a search fail', async () => {
  const { services } = await openSite();
  const { db } = services;
  const input = fc.string({ unit: 'binary', maxLength: 60 });
  const property = fc.asyncProperty(
    input.filter((text) => parseSearchWords(text).length > 0),
    async (text) => {
      expect(await findPosts(db, text)).toEqual([]);
      expect(await findMembers(db, text)).toEqual([]);
      expect(await findMembers(db, text, 'fuzzy')).toEqual([]);
    },
  );
  await fc.assert(property, { numRuns: 200 });
});

test('every word of a post finds it, whatever separates the words', async () => {
  const { services, member } = await openSite();
  const { db } = services;
  const { id: author_id } = await member();
  const characters = oneOf('abzABZ019éÑñÀøßѝж水ªµ²½');
  const between = oneOf(' \n\t.,-_%*"\'\\()[]{}<>:;!?&|/@#$^~`=+’“”…–—₱°×÷→🌾😀\u00a0');
  const storable = fc.string({ unit: fc.oneof(characters, between), minLength: 1, maxLength: 80 });
  await fc.assert(
    fc.asyncProperty(storable, async (title) => {
      const { id } = await addPost(db, { author_id, title });
      for (const each of wordsOf(title)) expect(await findPosts(db, each)).toContain(id);
    }),
    { numRuns: 60 },
  );
  const { id } = await addPost(db, { author_id, title: 'x'.repeat(5000), description: 'long' });
  expect(await findPosts(db, 'x'.repeat(5000))).toEqual([id]);
});
