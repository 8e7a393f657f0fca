import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';

const STARTED_MS = 120_000;
const POLL_MS = 50;

/** A program that runs until it is stopped, with all its child processes. */
export interface RunningProgram {
  /** the line that it wrote when it was ready */
  ready: string;
  stop: () => Promise<void>;
}

async function waitForLine(child: ChildProcess, pattern: RegExp): Promise<string> {
  const streams = [child.stdout, child.stderr].filter((stream) => stream !== null);
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error(`${child.spawnfile} did not start.`));
    setTimeout(fail, STARTED_MS).unref();
    child.once('error', reject);
    child.once('exit', fail);
    for (const input of streams)
      createInterface({ input }).on('line', (line) => {
        const [, found] = pattern.exec(line) ?? [];
        if (found) resolve(found);
      });
  });
}

/** Waits until a URL responds, for a program that writes no line when it is ready. */
async function waitForResponse(child: ChildProcess, url: string): Promise<string> {
  const until = Date.now() + STARTED_MS;
  while (child.exitCode === null && Date.now() < until) {
    const isUp = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return url;
    await pause(POLL_MS);
  }
  throw new Error(`${child.spawnfile} did not start.`);
}

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid) process.kill(-pid, 'SIGKILL');
  } catch {
    // All of them have ended.
  }
}

/**
 * Starts a program in its own process group.
 * @param ready a line that it writes when it is ready, or a URL that responds from then on
 */
export async function startProgram(
  [program = '', ...args]: string[],
  ready: RegExp | URL,
  env: Record<string, string> = {},
): Promise<RunningProgram> {
  const child = spawn(program, args, {
    detached: true,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const kill = () => killGroup(child);
  const killAndExit = () => {
    kill();
    process.exit(1);
  };
  // The process group does not end with this process.
  process.once('exit', kill);
  process.once('SIGTERM', killAndExit);
  child.once('exit', () => {
    process.off('exit', kill);
    process.off('SIGTERM', killAndExit);
    // The program's child processes do not end with it.
    kill();
  });
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    kill();
    await ended;
  };
  try {
    const wait =
      ready instanceof URL ? waitForResponse(child, ready.href) : waitForLine(child, ready);
    return { ready: await wait, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
