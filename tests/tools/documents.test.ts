// The documents match the code: named files exist, and lists are complete.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';

import { describe, expect, test } from 'vitest';

import { commands } from '#scripts/operator/commands.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(resolve(root, path), 'utf8');
const all = (text: string, pattern: RegExp) => [
  ...new Set(Array.from(text.matchAll(pattern), ([, found = '']) => found)),
];

const decisions = globSync('docs/decisions/*.md', { cwd: root }).toSorted();
const documents = [
  ...globSync('*.md', { cwd: root }),
  ...globSync('docs/*.md', { cwd: root }),
].toSorted();
const PATH = /(?<![\w/.-])((?:src|scripts|tests|docs|public)\/(?:[\w./-]|\[\w+\])*(?:\w|\[\w+\]))/g;

describe.each([...documents, ...decisions])('%s', (file) => {
  const text = read(file);

  test('names only files that exist', () => {
    expect(all(text, PATH).filter((path) => !existsSync(resolve(root, path)))).toEqual([]);
  });

  test('links only to files that exist', () => {
    const links = all(text, /\]\((?!https?:)([^)#]+)/g);
    expect(links.filter((link) => !existsSync(resolve(root, dirname(file), link)))).toEqual([]);
  });

  test('names only tests that exist', () => {
    const there = new Set(globSync('tests/**/*.ts', { cwd: root }).map((path) => basename(path)));
    expect(all(text, /`([\w-]+\.(?:test|spec)\.ts)`/g).filter((name) => !there.has(name))).toEqual(
      [],
    );
  });

  test('names only commands that exist', () => {
    const { scripts } = JSON.parse(read('package.json'));
    expect(all(text, /npm run (\w+)/g).filter((name) => !(name in scripts))).toEqual([]);
  });
});

test('the operations document lists every command of the operator', () => {
  const section = /## Commands\n([^]*?)\n## /.exec(read('docs/operations.md'))?.[1] ?? '';
  expect(Object.keys(commands).filter((command) => !section.includes(`\`${command}`))).toEqual([]);
});

test('the operations document, the example and the server have the same settings', () => {
  const section = /## Settings\n([^]*?)\n## /.exec(read('docs/operations.md'))?.[1] ?? '';
  const table = all(section, /^\| (`[A-Z].*?) +\|/gm);
  const documented = table.flatMap((cell) => all(cell, /`([A-Z_]+)`/g)).toSorted();
  expect(all(read('.env.example'), /^#([A-Z_]+)=/gm).toSorted()).toEqual(documented);
  const known = all(read('src/lib/server/platform/config/config.ts'), /env\['([A-Z_]+)'\]/g);
  const ours = known.filter((name) => !['NODE_ENV', 'DEMO', 'REHEARSAL'].includes(name)).toSorted();
  expect(ours).toEqual(documented);
});

const CITATION = /docs\/([\w./-]+\.md)`?,[\s/*]+"([^"]+)"/g;

const hasHeading = (path: string, heading: string) =>
  existsSync(resolve(root, path)) && all(read(path), /^#+ (.+)$/gm).includes(heading);

test('citations in the code and the documents are headings of the document', () => {
  const code = globSync('{src,scripts,tests}/**/*.{ts,tsx,astro,css,mjs}', { cwd: root });
  const cited = [...documents, ...decisions, ...code].flatMap((file) =>
    Array.from(read(file).matchAll(CITATION), ([text, path, heading = '']) => ({
      text: `${file}: ${text}`,
      isThere: hasHeading(`docs/${path}`, heading),
    })),
  );
  expect(cited.length).toBeGreaterThan(10);
  expect(cited.filter(({ isThere }) => !isThere)).toEqual([]);
});

const MAX_WORDS = 250;
const wordsOf = (text: string) => text.match(/\S+/g) ?? [];

test.each(decisions)('%s has a status and a date, and is short', (file) => {
  const text = read(file);
  const [, status] =
    /\n- Status: (accepted|superseded by \[decision \d+\]\([\w.-]+\)|proposed)\n- Date: \d{4}-\d\d-\d\d\n/.exec(
      text,
    ) ?? [];
  expect(status).toBeDefined();
  const headings = all(text, /^## (.+)$/gm);
  const ends = ['Alternatives', 'Consequences'].filter((heading) => headings.includes(heading));
  // A superseded decision leaves the details to its successor.
  expect(headings).toEqual(
    status?.startsWith('superseded') ? [] : ['Context', 'Decision', ...ends],
  );
  expect(wordsOf(text).length).toBeLessThanOrEqual(MAX_WORDS);
});

test('decisions are numbered consecutively, and contain their number', () => {
  const numbers = decisions.map((file) => Number(basename(file).split('-', 1)));
  expect(numbers).toEqual(numbers.map((_, at) => at + 1));
  const headed = decisions.map((file) => Number(/^# (\d+)\. /.exec(read(file))?.[1]));
  expect(headed).toEqual(numbers);
});
