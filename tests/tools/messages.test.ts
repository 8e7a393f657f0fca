import { readFile, glob } from 'node:fs/promises';
import { resolve } from 'node:path';

import ts from 'typescript';
import { expect, test } from 'vitest';

import { ERROR_STATUS } from '#lib/contract/error-codes.ts';
import { catalogues } from '#lib/messages/catalogues.ts';
import { checkCatalogues } from '#lib/messages/check-catalogues.ts';
import { PSEUDO, SOURCE } from '#lib/messages/codes.ts';
import { paramsOf, parseMessage } from '#lib/messages/parse-message.ts';
import { type MessageKey, runInLanguage, t } from '#lib/messages/t.ts';
import { markCalls, rejectRemainingCalls, toScript } from '#scripts/build/message-scripts.ts';

const root = resolve(import.meta.dirname, '../..');
const source = catalogues[SOURCE] ?? {};

test('each catalogue can be read', () => {
  expect(checkCatalogues(catalogues)).toEqual([]);
});

test('each message is used', async () => {
  let code = '';
  for await (const file of glob(`${root}/src/**/*.{ts,tsx,astro}`))
    code += await readFile(file, 'utf8');
  // Used by its code, in the server's platform/messages/plain.ts.
  const isOfCode = (key: string) =>
    Object.hasOwn(ERROR_STATUS, key.replace('error.', '')) &&
    paramsOf(parseMessage(source[key] ?? '', SOURCE)).length === 0;
  const unused = Object.keys(source).filter((key) => !isOfCode(key) && !code.includes(`'${key}'`));
  expect(unused).toEqual([]);
});

test.each([
  ['missing parameter', 'Hi', 'has the parameters “”'],
  ['another parameter', 'Hi {who}', 'has the parameters “who text”'],
  ['wrong syntax', 'Hi {name', 'cannot be read'],
  ['lost tag', '{name} hi', 'has other tags'],
  ['lost plural', '<b>{name}</b> {n, plural, other {x}}', 'has the parameters'],
])('a translation with a %s is rejected', (_, text, problem) => {
  const all = { en: { 'a.b': '<b>Hi</b> {name}' }, fil: { 'a.b': text } };
  expect(checkCatalogues(all).join('\n')).toContain(problem);
});

const choose = (...cases: string[]) => ({ 'a.b': `{what, select, ${cases.join(' ')}}` });
const plural = (...cases: string[]) => ({ 'a.c': `{n, plural, ${cases.join(' ')}}` });

test('a translator may write the cases in any order', () => {
  const en = { ...choose('red {r}', 'blue {b}', 'other {o}'), ...plural('one {x}', 'other {y}') };
  const fil = { ...choose('blue {b}', 'other {o}', 'red {r}'), ...plural('other {y}', 'one {x}') };
  expect(checkCatalogues({ en, fil })).toEqual([]);
  const lost = { ...fil, ...choose('blue {b}', 'other {o}') };
  expect(checkCatalogues({ en, fil: lost })).toHaveLength(1);
});

test('a plural needs each category of its language, and a key needs its place and source', () => {
  const one = '{n, plural, one {x} other {y}}';
  expect(checkCatalogues({ en: { 'a.b': one }, fil: { 'a.b': '{n, plural, other {y}}' } })).toEqual(
    ['fil.json: a.b needs the cases one, other.'],
  );
  expect(checkCatalogues({ en: { 'b.a': 'x', 'a.b': 'y' }, fil: { 'c.d': 'z' } })).toEqual([
    'en.json: a.b is not in its alphabetical place.',
    'fil.json: c.d is not in the source.',
  ]);
});

// Scripts of pages, which have one language, and do not run on the server.
const OF_SCRIPTS =
  /src\/(?:lib\/(?:client|contract\/messages)\/|layouts\/passkeys\/passkey-buttons)/;

/** @returns the calls of `t` that run when the module is imported */
function callsAtImport(path: string, code: string): string[] {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) return;
    if (ts.isCallExpression(node) && node.expression.getText() === 't')
      found.push(`${path}: ${node.getText()}`);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, code, ts.ScriptTarget.ESNext, true, kind));
  return found;
}

test('no text is read at import, as it would stay English on the server', async () => {
  const early: string[] = [];
  for await (const path of glob('src/**/*.{ts,tsx}', { cwd: root }))
    if (!OF_SCRIPTS.test(path))
      early.push(...callsAtImport(path, await readFile(`${root}/${path}`, 'utf8')));
  expect(early).toEqual([]);
  const code =
    "const a = t('b.c'); const d = () => t('e.f'); const g = { get h() { return t('i.j'); } };";
  expect(callsAtImport('x.ts', code)).toEqual(["x.ts: t('b.c')"]);
});

const SAMPLES = [0, 1, 2, 4, 21, 1.5];

test.each([...Object.keys(catalogues), PSEUDO])(
  'a script has the server’s texts in %s, as React hydrates them',
  (language) => {
    for (const key of Object.keys(source) as MessageKey[]) {
      const params = paramsOf(parseMessage(source[key] ?? '', SOURCE));
      // oxlint-disable-next-line no-eval -- what the build writes
      const script: unknown = (0, eval)(toScript(key, language));
      for (const count of params.length > 0 ? SAMPLES : [0]) {
        const values = Object.fromEntries(
          params.map(({ name, kind, values: [first = ''] }) =>
            kind === 'choice'
              ? [name, count === 1 ? first : 'z']
              : [name, kind === 'count' ? count : '`${x}\\'],
          ),
        );
        const shown = typeof script === 'function' ? script(values) : script;
        const loose = t as (name: string, given: object) => string;
        expect(shown, key).toBe(runInLanguage(language, () => loose(key, values)));
      }
    }
  },
);

test('the build replaces calls in scripts by marks, and stops at one without a message', () => {
  const code = `import { t, currentLanguage } from "#lib/messages/t.ts";
const other = { t: (x) => x };
export const a = [t("auth.email"), t("form.show", { label: "x" }), currentLanguage(), other.t("b")];`;
  expect(markCalls(code).replaceAll(/\$[\da-f]{8}\(/g, '$H(')).toContain(
    '[/*@__PURE__*/T$auth$email$H(), /*@__PURE__*/T$form$show$H({ label: "x" }), /*@__PURE__*/T$language$H(), other.t("b")]',
  );
  const beside = 'import { t } from "./t.ts"; export const a = () => t("auth.email");';
  expect(markCalls(beside)).toContain('T$auth$email$');
  const wrong = 'import { t } from "#lib/messages/t.ts"; t("auth.missing")';
  expect(() => markCalls(wrong)).toThrow('No message “auth.missing”');
});

test.each([
  'import * as texts from "#lib/messages/t.ts"; texts.t("auth.email")',
  'import t from "./t.ts"; t("auth.email")',
  'import { runInLanguage } from "#lib/messages/t.ts"; runInLanguage("fil", () => 1)',
  'export { t } from "#lib/messages/t.ts"',
  'const { t } = await import("#lib/messages/t.ts")',
  'import { t } from "#lib/messages/t.ts"; const say = t; say("auth.email")',
  'import { t } from "#lib/messages/t.ts"; export const all = { t };',
])('a script that would have empty texts stops the build: %s', (code) => {
  expect(() => markCalls(code)).toThrow('t.ts');
});

test('texts are found under another function name, and beside another import', () => {
  const code = `import { currentLanguage } from "./t.ts";
import { t as say } from "./t.ts";
export const a = [say("auth.email"), currentLanguage()];`;
  expect(markCalls(code)).toMatch(/\[.*T\$auth\$email\$[\da-f]{8}\(\), .*T\$language\$/);
});

const bundle = (renderedLength: number) =>
  ({
    'a.js': {
      type: 'chunk',
      modules: { '/x/src/lib/messages/t.ts': { renderedLength, renderedExports: ['t'] } },
    },
  }) as unknown as Parameters<typeof rejectRemainingCalls>[0];

test('a trace of the function itself stops the build', () => {
  expect(() => rejectRemainingCalls(bundle(9), () => ['island.tsx'])).toThrow('island.tsx');
  expect(() => rejectRemainingCalls(bundle(0))).not.toThrow();
});
