// The commands with which `docs/operations.md` begins, typed one after the other, print what it says.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { expect, test } from 'vitest';

import { regionDay } from '#lib/site.ts';
import { createOperatedSite, type OperatedSite } from '#tests/support/server/operated-site.ts';
import { runOperator } from '#tests/support/server/run-operator.ts';
import { openMailServer } from '#tests/support/server/smtp.ts';

const DOCUMENT = resolve(import.meta.dirname, '../../docs/operations.md');
const HELP = resolve(import.meta.dirname, '../../scripts/release/glean.sh');

/** A line of a document: what one types as the site's user, and what it prints. */
interface Line {
  typed: string;
  printed: string;
}

function readLines(): Line[] {
  const [section = ''] =
    /## Twelve things[^]*?(?=\n## )/.exec(readFileSync(DOCUMENT, 'utf8')) ?? [];
  return Array.from(section.matchAll(/^glean operator (.+?) # (.+)$/gm), ([, typed, printed]) => ({
    typed: typed ?? '',
    printed: printed ?? '',
  }));
}

const toPattern = (printed: string): RegExp => {
  const parts = printed.split('…').map((part) => RegExp.escape(part.trim()));
  return new RegExp(`^${parts.join('[^]*?')}`);
};

/** The arguments of a command; one between quotes may have spaces. */
const toArgs = (typed: string): string[] =>
  Array.from(typed.matchAll(/"([^"]*)"|(\S+)/g), ([, quoted, plain]) => quoted ?? plain ?? '');

/** Replaces what is another one on each machine. */
const onThisSite = (text: string, { folder, instance }: OperatedSite): string =>
  text
    .replaceAll('/mnt/backup/glean', folder)
    .replaceAll('/mnt/usb', instance.dataDir)
    .replaceAll('2026-11-25', regionDay(Date.now()))
    .replaceAll(' sol.zip', ` ${join(instance.dataDir, 'sol.zip')}`);

test('each command prints what the document says', { timeout: 300_000 }, async () => {
  const site = await createOperatedSite('sqlite');
  const mail = await openMailServer();
  const settings = { MAIL_URL: mail.url, BACKUP_URL: site.folder };
  const lines = readLines();
  expect(lines).toHaveLength(10);
  const failed: string[] = [];
  for (const { typed, printed } of lines) {
    const { out, err } = await runOperator(
      site.instance,
      toArgs(onThisSite(typed, site)),
      settings,
    );
    if (!toPattern(onThisSite(printed, site)).test(out)) failed.push(`${typed}: ${out}${err}`);
  }
  expect(failed).toEqual([]);
});

test('each other command of an archive is one that it lists', () => {
  const typed = readFileSync(DOCUMENT, 'utf8').matchAll(/current\/glean (\w[\w-]*)/g);
  const names = Array.from(typed, ([, name]) => name);
  const help = readFileSync(HELP, 'utf8');
  expect(names).toContain('upgrade');
  expect(names.filter((name) => !help.includes(`\nglean ${name} `))).toEqual([]);
});
