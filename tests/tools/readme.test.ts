// What the README and the decisions name is there.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';

import { describe, expect, test } from 'vitest';

import { verbs } from '#scripts/operator/verbs.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(resolve(root, path), 'utf8');
const all = (text: string, pattern: RegExp) => [
  ...new Set(Array.from(text.matchAll(pattern), ([, found = '']) => found)),
];

const decisions = globSync('docs/decisions/*.md', { cwd: root }).toSorted();
const PATH = /(?<![\w/.-])((?:src|scripts|tests|docs|public)\/[\w./[\]-]*[\w\]])/g;

describe.each(['README.md', ...decisions])('%s', (file) => {
  const text = read(file);

  test('names files that are there', () => {
    expect(all(text, PATH).filter((path) => !existsSync(resolve(root, path)))).toEqual([]);
  });

  test('names tests that are there', () => {
    const there = new Set(globSync('tests/*/*.ts', { cwd: root }).map((path) => basename(path)));
    expect(all(text, /`([\w-]+\.(?:test|spec)\.ts)`/g).filter((name) => !there.has(name))).toEqual(
      [],
    );
  });

  test('names commands that are there', () => {
    const { scripts } = JSON.parse(read('package.json'));
    expect(all(text, /npm run (\w+)/g).filter((name) => !(name in scripts))).toEqual([]);
  });
});

test('the README’s table for operators names every verb', () => {
  const section = /## Look after it([^]*?)\n## /.exec(read('README.md'))?.[1] ?? '';
  expect(Object.keys(verbs).filter((verb) => !section.includes(`\`${verb}`))).toEqual([]);
});

test('the README, the example and the server know the same settings', () => {
  const table = all(read('README.md').split('## How')[0] ?? '', /^\| (`[A-Z].*?) +\|/gm);
  const documented = table.flatMap((cell) => all(cell, /`([A-Z_]+)`/g)).toSorted();
  expect(all(read('.env.example'), /^#([A-Z_]+)=/gm).toSorted()).toEqual(documented);
  const known = all(read('src/lib/server/config.ts'), /env\['([A-Z_]+)'\]/g);
  const ours = known.filter((name) => name !== 'NODE_ENV' && name !== 'DEMO').toSorted();
  expect(ours).toEqual(documented);
});

test('decisions are numbered one after the other, and say their number', () => {
  const numbers = decisions.map((file) => Number(basename(file).split('-', 1)));
  expect(numbers).toEqual(numbers.map((_, at) => at + 1));
  const headed = decisions.map((file) => Number(/^# (\d+)\. /.exec(read(file))?.[1]));
  expect(headed).toEqual(numbers);
});
