// Proves the order of nouns (docs/decisions/0106-order-of-nouns.md): `npm run check` runs the same over the server.
import { expect, test } from 'vitest';

import { findDisorder } from '#scripts/lint/nouns.ts';

const ORDER = { platform: ['db', 'http'], forum: ['.', 'posts', 'likes'] };
const FILES = {
  'platform/db/schema.ts': '',
  'platform/http/calls.ts': "import { db } from '#lib/server/platform/db/schema.ts';",
  'forum/who.ts': '',
  'forum/posts/service.ts': "import { who } from '#lib/server/forum/who.ts';",
  'forum/likes/service.ts': "import { posts } from '#lib/server/forum/posts/service.ts';",
};

/** @param change files that are different, or more */
const disorderOf = (change: Record<string, string> = {}): string[] =>
  findDisorder(
    Object.entries({ ...FILES, ...change }).map(([path, text]) => ({
      path: `src/lib/server/${path}`,
      text,
    })),
    ORDER,
  );

test('nouns that import those before them are in order', () => {
  expect(disorderOf()).toEqual([]);
});

const LIKES = '#lib/server/forum/likes/service.ts';
const UP = 'forum/posts imports forum/likes';

// With the import that is there already, each is a loop.
test.each([
  ['a value', `import { like } from '${LIKES}';`],
  ['values on several lines', `import {\n  like,\n  type Like,\n} from '${LIKES}';`],
  ['a type', `import type { Like } from '${LIKES}';`],
  ['a module', `import * as likes from '${LIKES}';`],
  ['what is loaded later', `const { like } = await import('${LIKES}');`],
  ['what is exported again', `export { like } from '${LIKES}';`],
  ['a path', "import { like } from '../likes/service.ts';"],
])('an import of a later noun is found: %s', (_, text) => {
  expect(disorderOf({ 'forum/posts/service.ts': text })).toEqual([UP]);
});

test('a folder that no list has is found', () => {
  expect(disorderOf({ 'forum/polls/service.ts': '' })).toEqual([
    'forum/polls is in no list of NOUNS',
  ]);
  expect(disorderOf({ 'shop/orders/service.ts': '' })).toEqual([
    'shop/orders is in no list of NOUNS',
  ]);
});

test('a noun of a list without a folder is found', () => {
  const sources = [{ path: 'src/lib/server/forum/posts/service.ts', text: '' }];
  expect(findDisorder(sources, { forum: ['posts', 'likes'] })).toEqual([
    'forum/likes is no folder: delete it',
  ]);
});

test('of the platform, only values have an order', () => {
  const type = "import type { Call } from '#lib/server/platform/http/calls.ts';";
  expect(disorderOf({ 'platform/db/schema.ts': type })).toEqual([]);
  expect(disorderOf({ 'platform/db/schema.ts': type.replace('type ', '') })).toEqual([
    'platform/db imports platform/http',
  ]);
});
