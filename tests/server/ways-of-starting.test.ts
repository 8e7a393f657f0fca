// Starts the site in each way of the documents, in their words; with systemd's socket: socket-activation.test.ts.
// `tests/crash/container.ts` runs the container's command in the folder that the Dockerfile makes.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { HEAP, MEMORY } from '#scripts/run/memory.ts';
import { readDockerfile } from '#tests/support/server/dockerfile.ts';
import { PRODUCTION } from '#tests/support/server/run-operator.ts';
import { originOf } from '#tests/support/server/server-process.ts';
import { readService } from '#tests/support/server/systemd-unit.ts';

import { newInstance } from './running-server.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const CONTAINER = readDockerfile()
  .at(-1)
  ?.find(({ name }) => name === 'CMD');

/** @returns the process of the server, which npm starts and waits for */
function lastChild(pid: number): number {
  const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
  return child ? lastChild(Number(child)) : pid;
}

/** @returns whether a process has the settings for little memory */
function readMemory(pid: number) {
  const read = (name: string) => readFileSync(`/proc/${pid}/${name}`, 'utf8').split('\0');
  return { environment: read('environ'), command: read('cmdline') };
}

function start(command: string[], env: Record<string, string | undefined>): ChildProcess {
  const [program = '', ...args] = command;
  // In its own process group, which ends with the test.
  const child = spawn(program, args, { cwd: ROOT, env, stdio: 'ignore', detached: true });
  onTestFinished(() => {
    if (child.exitCode === null) process.kill(-(child.pid ?? 0), 'SIGKILL');
  });
  return child;
}

test.each([
  ['the service of systemd', readService()],
  ['the command of the container', { command: JSON.parse(CONTAINER?.value ?? '[]') as string[] }],
  ['npm run serve', { command: ['npm', 'run', 'serve'] }],
  ['npm start', { command: ['npm', 'start'] }],
])('%s starts the site with little memory, and a signal ends it', async (_, way) => {
  const instance = await newInstance();
  const server = start(way.command, {
    PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
    HOME: process.env['HOME'],
    ...PRODUCTION,
    HOST: '127.0.0.1',
    PORT: String(instance.port),
    DATA_DIR: instance.dataDir,
    PUBLIC_URL: originOf(instance),
    ...('env' in way ? way.env : {}),
  });
  const isServed = () =>
    fetch(`${originOf(instance)}/about`).then(
      ({ status }) => status,
      () => server.exitCode,
    );
  await expect.poll(isServed).toBe(200);
  const { environment, command } = readMemory(lastChild(server.pid ?? 0));
  expect(environment).toEqual(
    expect.arrayContaining(Object.entries(MEMORY).map((pair) => pair.join('='))),
  );
  expect(command).toEqual(expect.arrayContaining(HEAP));
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});
