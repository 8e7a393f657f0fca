// Installs an unpacked release and lives with it: `node …/release-journey.ts <site's folder> <version>`, alone in a
// network namespace. It ends with 1 when something is not as an operator needs it.
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { choosePassword, Visitor } from '#scripts/upgrade/journey.ts';

import { killServer } from './server-process.ts';

const [site = '', version = ''] = process.argv.slice(2);
const backups = join(site, 'backups');
const dataDir = join(site, 'data');
const origin = 'http://127.0.0.1:4321';
const MEMBER = { email: 'sol@glean.example', password: 'Carabao-by-the-7-canals!' };
const TITLE = 'Rice straw by the road';

// Coreutils alone, and the address that is reached without a proxy.
const env = { PATH: join(site, 'bin'), PUBLIC_URL: origin };
const first = join(site, 'releases', `glean-${version}`, 'glean');
const glean = join(site, 'current/glean');

/** Runs a command of the release, which must succeed. @returns what it prints */
const run = (program: string, args: string[], input = ''): string =>
  execFileSync(program, args, { env, input, cwd: site, encoding: 'utf8' });

const isReady = (): Promise<boolean> =>
  fetch(`${origin}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  );

async function serve(): Promise<ChildProcess> {
  const server = spawn(glean, ['serve'], {
    env,
    cwd: site,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  // A failure must not leave it behind.
  process.once('exit', () => server.kill('SIGKILL'));
  while (!(await isReady())) {
    assert.equal(server.exitCode, null, 'The server did not start.');
    await pause(50);
  }
  return server;
}

async function signIn(): Promise<Visitor> {
  const member = new Visitor(origin);
  await member.signIn(MEMBER.email, MEMBER.password);
  return member;
}

const install = () =>
  run(
    first,
    ['setup', '--units', site],
    `glean.example\nSol Reyes <${MEMBER.email}>\n\n${backups}\n\n`,
  );

const printed = install();
assert.equal(run(glean, ['--version']).trim(), version);
const [link = ''] = /\/join\/password\/\S+/.exec(printed) ?? [];
let server = await serve();
assert.equal((await fetch(origin)).status, 200);
await choosePassword(origin, link, MEMBER.password);
await (await signIn()).publish(TITLE, 'Ten bales, dry, by the road to the mill.');
run(glean, ['operator', 'backup']);
await killServer(server, 'SIGTERM');
assert.equal(server.exitCode, 0);
const [name = ''] = readdirSync(backups)
  .filter((each) => each.endsWith('.sqlite'))
  .toSorted()
  .toReversed();
rmSync(dataDir, { recursive: true });
assert.ok(!existsSync(dataDir));
run(glean, ['operator', 'restore', name]);
server = await serve();
assert.ok((await (await signIn()).read('/forums/explore')).includes(TITLE));
run(glean, ['journey', origin]);
await killServer(server, 'SIGTERM');
