import { expect, test } from 'vitest';

import { findWording } from '#scripts/lint/wording.ts';

const linesOf = (path: string, text: string) =>
  findWording(path, text).map(({ line, text: found }) => `${line} ${found.split(':')[0]}`);

test.each([
  ['a sentence', 'a.ts', `const a = 'Add a picture';`, '1 "picture"'],
  ['a template', 'a.ts', 'const a = `${n} pictures left`;', '1 "pictures"'],
  ['a button', 'a.tsx', 'const a = <b>\nSign in</b>;', '2 "Sign in"'],
  ['an attribute', 'a.tsx', 'const a = <b aria-label="Signed out" />;', '1 "Signed out"'],
  ['a page', 'a.astro', '---\nconst a = 1;\n---\n<p>{a} E-mail</p>', '4 "E-mail"'],
  ['a guide', 'a.md', '# Straw\n\nThe colour of mould', '3 "colour",3 "mould"'],
])('a word to replace in %s is found', (_, path, text, found) => {
  expect(linesOf(path, text).join()).toBe(found);
});

test.each([
  ['a name', 'a.ts', 'const picture = { picture: profile_picture };'],
  ['a key', 'a.ts', `const a = 'picture';`],
  ['a class', 'a.tsx', 'const a = <b className="round on-picture" />;'],
  ['an import', 'a.ts', `import a from './a picture.ts';`],
  ['a type with brackets', 'a.ts', 'const a = (b: Map<string, B>): C<D> => ({ picture: e });'],
  ['a comment', 'a.ts', '// Everybody may sign in.'],
  ['a style rule', 'a.astro', '<style>\n/* the colour of a picture */\n</style>'],
  ['the heading of the login page', 'a.astro', '<h1 title="SIGN IN">SIGN IN</h1>'],
])('%s is not a text', (_, path, text) => {
  expect(linesOf(path, text)).toEqual([]);
});
