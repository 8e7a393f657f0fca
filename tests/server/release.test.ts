// An archive of this machine's processor, as an operator gets it.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { styleText } from 'node:util';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { VERSION } from '#lib/server/platform/config/version.ts';
import { makeArchive } from '#scripts/release/archive.ts';
import type { Processor } from '#scripts/release/packages.ts';

const JOURNEY = resolve(import.meta.dirname, '../support/server/release-journey.ts');
// It packs twice, and installs; most of it is compression, on a busy machine.
const TEST_MS = 600_000;

// All that the command `glean` needs of the machine besides its shell.
const COREUTILS = ['cat', 'dirname', 'readlink'];

/** Whether this user may have a network namespace of their own. */
function canUnshare(): boolean {
  try {
    execFileSync('unshare', ['--net', '--map-root-user', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    process.stderr.write(
      styleText(
        'yellow',
        '\nSKIPPED: a release without a network. It takes unshare of util-linux.\n',
      ),
    );
    return false;
  }
}

let folder: string;
let site: string;
let archive: string;

const make = (to: string): string => {
  mkdirSync(to);
  const options = { version: VERSION, processor: process.arch as Processor, seconds: 1e9 };
  return join(to, makeArchive({ ...options, folder: to }));
};

const sumOf = (path: string): string =>
  createHash('sha256').update(readFileSync(path)).digest('hex');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'glean-release-'));
  archive = make(join(folder, 'first'));
  site = join(folder, 'site');
  for (const name of ['releases', 'backups', 'bin'])
    mkdirSync(join(site, name), { recursive: true });
  execFileSync('tar', ['-xzf', archive, '-C', join(site, 'releases')]);
}, TEST_MS);

afterAll(() => rm(folder, { recursive: true }));

test('has one folder, and nothing that builds', () => {
  const release = join(site, 'releases', `glean-${VERSION}`);
  expect(globSync('*', { cwd: join(site, 'releases') })).toEqual([`glean-${VERSION}`]);
  const builders = ['astro', 'esbuild', 'lightningcss', 'rolldown', 'shiki', 'typescript', 'vite'];
  const modules = join(release, 'node_modules');
  expect(builders.filter((name) => existsSync(join(modules, name)))).toEqual([]);
  expect(globSync('**/*.{test,spec}.ts', { cwd: release })).toEqual([]);
  expect(existsSync(join(modules, `node-linux-${process.arch}/include`))).toBe(false);
});

test(
  'two archives of the same build are the same bytes',
  () => {
    expect(sumOf(make(join(folder, 'second')))).toBe(sumOf(archive));
  },
  TEST_MS,
);

test.runIf(canUnshare())(
  'without network, npm and compiler it is set up, serves, backs up and restores',
  () => {
    for (const name of COREUTILS) {
      const path = execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim();
      symlinkSync(path, join(site, 'bin', name));
    }
    const journey = [process.execPath, JOURNEY, site, VERSION];
    const inside = 'ip link set lo up && exec "$@"';
    execFileSync('unshare', ['--net', '--map-root-user', 'sh', '-c', inside, 'sh', ...journey], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const units = readFileSync(join(site, 'glean.service'), 'utf8');
    expect(units).toContain(`WorkingDirectory=${join(site, 'current')}`);
  },
  TEST_MS,
);
