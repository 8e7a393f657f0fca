import { expect, test } from 'vitest';

import { findBannedWords, findMissingFiles } from '#scripts/lint/words.ts';

const linesOf = (path: string, text: string) =>
  findBannedWords(path, text).map(({ line, text: found }) => `${line} ${found.split(':')[0]}`);

test.each([
  ['a constant', 'const KEPT_PAGES = 1;'],
  ['a property', 'page.keptPages();'],
  ['a function', 'function isKept() {}'],
  ['a comment', '// Pages that are kept.'],
  ['a block comment', '/** Kept pages. */'],
])('a banned word in %s is found', (_, code) => {
  expect(linesOf('a.ts', `\n${code}\n`)).toEqual(['2 "kept"']);
});

test.each([
  ['a string', `const title = 'It is kept.';`],
  ['a template', 'const title = `It is ${1} kept.`;'],
  ['a regular expression', 'const pattern = /kept/;'],
  ['another word', 'const keptain = tellers;'],
])('a banned word in %s is allowed', (_, code) => {
  expect(linesOf('a.ts', code)).toEqual([]);
});

test('an expression within a template is checked', () => {
  expect(linesOf('a.ts', 'const title = `${kept} it is kept`;')).toEqual(['1 "kept"']);
});

test('JSX text is allowed, its expressions are checked', () => {
  expect(linesOf('a.tsx', 'const a = <b>It is kept\n{told}</b>;')).toEqual(['2 "told"']);
});

test('a page’s frontmatter, scripts and comments are checked, its markup is not', () => {
  const page = `---\nconst told = 1;\n---\n<p>It is kept.</p>\n<!-- kept -->\n<script>\nheld();\n</script>\n`;
  expect(linesOf('a.astro', page)).toEqual(['2 "told"', '5 "kept"', '7 "held"']);
});

test('only the comments of a style sheet are checked', () => {
  expect(linesOf('a.css', '.kept { color: red; }\n/* kept */')).toEqual(['2 "kept"']);
});

test('a comment that cites a document outside the repository is found', () => {
  expect(linesOf('a.ts', '// As in spec 5.\n// ASVS 5.2.1')).toEqual(['1 "spec 5"']);
});

test('a comment that names a missing file is found', () => {
  const names = new Set(['posts/a.ts', 'a.ts']);
  const found = findMissingFiles(
    'b.ts',
    '// As in a.ts and posts/a.ts, not b.ts.\n// users/a.ts',
    names,
  );
  expect(found.map(({ line, text }) => `${line} ${text.split('"')[1]}`)).toEqual([
    '1 b.ts',
    '2 users/a.ts',
  ]);
});
