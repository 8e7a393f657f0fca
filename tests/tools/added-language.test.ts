// A language is a single file, and nothing else lists the languages.
import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

import { expect, onTestFinished, test } from 'vitest';

import { catalogues } from '#lib/messages/catalogues.ts';
import { SOURCE } from '#lib/messages/codes.ts';

const root = resolve(import.meta.dirname, '../..');
const BEGUN_TEXTS = 20;
// Bikol and Waray, which the site does not have.
const [BEGUN, WHOLE] = ['bik', 'war'] as const;

/** @returns the first texts of the source, each with a mark instead of a translation */
const translate = (count: number) =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(catalogues[SOURCE] ?? {})
        .slice(0, count)
        .map(([key, text]) => [key, `~${text}`]),
    ),
  );

const READ = `
const { catalogues } = await import('#lib/messages/catalogues.ts');
const { checkCatalogues } = await import('#lib/messages/check-catalogues.ts');
const languages = await import('#lib/messages/choose-language.ts');
const { runInLanguage, t } = await import('#lib/messages/t.ts');
const { toScript } = await import('#scripts/build/message-scripts.ts');
const offered = languages.offeredLanguages(catalogues);
console.log(JSON.stringify({
  problems: checkCatalogues(catalogues),
  offered,
  built: languages.completeLanguages(catalogues),
  listed: languages.describeLanguages().map(({ language }) => language),
  chosen: ['${WHOLE}', '${BEGUN}'].map((accept) => languages.chooseLanguage(offered, { accept })),
  text: runInLanguage('${WHOLE}', () => t('auth.email')),
  script: toScript('auth.email', '${WHOLE}'),
}));`;

test('with 95 % of the texts it is offered, and with twenty it is not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'glean-language-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(join(root, 'package.json'), join(folder, 'package.json'));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const path of ['src/lib/messages', 'scripts/build/message-scripts.ts'])
    await cp(join(root, path), join(folder, path), { recursive: true });
  const count = Math.ceil(Object.keys(catalogues[SOURCE] ?? {}).length * 0.95);
  const added = join(folder, 'src/lib/messages');
  await writeFile(join(added, `${WHOLE}.json`), translate(count));
  await writeFile(join(added, `${BEGUN}.json`), translate(BEGUN_TEXTS));

  const args = ['--input-type=module', '-e', READ];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder });
  const read = JSON.parse(stdout);
  expect(read).toMatchObject({
    problems: [],
    chosen: [WHOLE, SOURCE],
    text: '~Email',
    script: '"~Email"',
  });
  expect(read.offered).toEqual([SOURCE, ...read.built]);
  expect(read.built).toContain(WHOLE);
  expect(read.built).not.toContain(BEGUN);
  expect(read.listed).toEqual(expect.arrayContaining([SOURCE, WHOLE, BEGUN]));
});
