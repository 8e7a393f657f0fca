// Installs an unpacked release and lives with it: `node …/release-journey.ts <site's folder> <version>`, alone in a
// network namespace. It ends with 1 when something is not as an operator needs it.
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { logIn } from './log-in.ts';
import { ServerClient } from './server-client.ts';
import { killServer, type ServerInstance } from './server-process.ts';

const [site = '', version = ''] = process.argv.slice(2);
const backups = join(site, 'backups');
const instance: ServerInstance = { dataDir: join(site, 'data'), databaseUrl: '', port: 4321 };
const origin = `http://127.0.0.1:${instance.port}`;
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

/** Chooses the password by the printed link, as its page without scripts does. */
async function choosePassword(link: string): Promise<void> {
  const page = await fetch(origin + link);
  const cookie = page.headers
    .getSetCookie()
    .map((each) => each.split(';', 1)[0])
    .join('; ');
  const inputs = (await page.text()).matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g);
  const hidden = Object.fromEntries(
    Array.from(inputs, ([, name = '', value = '']) => [name, value]),
  );
  const response = await fetch(origin + link, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie, origin },
    body: new URLSearchParams({ ...hidden, password: MEMBER.password }),
  });
  assert.equal(response.headers.get('location'), '/forgot-password/success', await response.text());
}

async function signIn(): Promise<ServerClient> {
  const response = await logIn(origin, MEMBER);
  assert.equal(response.status, 200);
  const [, session = ''] = /session=([^;]+)/.exec(response.headers.getSetCookie().join('\n')) ?? [];
  return new ServerClient(instance, session);
}

async function publishPost(): Promise<void> {
  const form = new FormData();
  form.append('title', TITLE);
  form.append('description', 'Ten bales, dry, by the road to the mill.');
  const response = await (await signIn()).post('/api/web/forum/posts', form);
  assert.equal(response.status, 201, await response.clone().text());
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
await choosePassword(link);
await publishPost();
run(glean, ['operator', 'backup']);
await killServer(server, 'SIGTERM');
assert.equal(server.exitCode, 0);
const [name = ''] = readdirSync(backups)
  .filter((each) => each.endsWith('.sqlite'))
  .toSorted()
  .toReversed();
rmSync(instance.dataDir, { recursive: true });
assert.ok(!existsSync(instance.dataDir));
run(glean, ['operator', 'restore', name]);
server = await serve();
const posts = await (await signIn()).get('/forums/explore');
assert.ok((await posts.text()).includes(TITLE));
await killServer(server, 'SIGTERM');
