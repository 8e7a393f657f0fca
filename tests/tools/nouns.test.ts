// Proves the order of nouns (docs/decisions/0106-order-of-nouns.md); `npm run check` checks the server in the same way.
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

/** @param change changed or additional files */
const disorderOf = (change: Record<string, string> = {}): string[] =>
  findDisorder(
    Object.entries({ ...FILES, ...change }).map(([path, text]) => ({
      path: `src/lib/server/${path}`,
      text,
    })),
    ORDER,
  );

test('nouns that import earlier ones are in order', () => {
  expect(disorderOf()).toEqual([]);
});

const LIKES = '#lib/server/forum/likes/service.ts';
const UP = 'forum/posts imports forum/likes';

// With the existing import, each makes a cycle.
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

test('a folder that is in no list is found', () => {
  expect(disorderOf({ 'forum/polls/service.ts': '' })).toEqual([
    'forum/polls is in no list of NOUNS',
  ]);
  expect(disorderOf({ 'shop/orders/service.ts': '' })).toEqual([
    'shop/orders is in no list of NOUNS',
  ]);
});

test('a listed noun without a folder is found', () => {
  const sources = [{ path: 'src/lib/server/forum/posts/service.ts', text: '' }];
  expect(findDisorder(sources, { forum: ['posts', 'likes'] })).toEqual([
    'forum/likes is no folder: delete it',
  ]);
});

test('in the platform, only values have an order', () => {
  const type = "import type { Call } from '#lib/server/platform/http/calls.ts';";
  expect(disorderOf({ 'platform/db/schema.ts': type })).toEqual([]);
  expect(disorderOf({ 'platform/db/schema.ts': type.replace('type ', '') })).toEqual([
    'platform/db imports platform/http',
  ]);
});
