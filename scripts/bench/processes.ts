// The servers under load: children that are kept to their own processors, watched, and never left behind.
import {
  type ChildProcess,
  execFileSync,
  spawn,
  spawnSync,
  type StdioOptions,
} from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

const children = new Set<ChildProcess>();
const GRACE_MS = 5000;
const TASKSET = 'taskset';
const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const;

for (const [signal, code] of Object.entries(SIGNALS))
  process.once(signal, () => process.exit(code));
process.on('exit', () => children.forEach((child) => child.kill('SIGKILL')));

/** The processors this process may use. */
function processors(): number[] {
  const [, list = ''] = /Cpus_allowed_list:\s*(\S+)/.exec(readIfThere('/proc/self/status')) ?? [];
  return list.split(',').flatMap((range) => {
    const [from = 0, to = from] = range.split('-').map(Number);
    return Array.from({ length: to - from + 1 }, (_, at) => from + at);
  });
}

const readIfThere = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '');

const all = availableParallelism() > 1 ? processors() : [];
const half = Math.ceil(all.length / 2);
const canPin = all.length > 1 && spawnSync(TASKSET, ['--version']).status === 0;

/** How the processors are shared out, for the table's head. */
export const PINNED = canPin
  ? `servers on processors ${all.slice(0, half).join()}, load on ${all.slice(half).join()}`
  : 'processors shared (no taskset)';

/** Keeps this process, which makes the load, to its own half of the processors. */
export function pinLoad(): void {
  if (canPin) execFileSync(TASKSET, ['-acp', all.slice(half).join(), String(process.pid)]);
}

/** Starts a Node process on the servers' half of the processors. */
export function startNode(
  args: string[],
  stdio: StdioOptions,
  env: Record<string, string> = {},
): ChildProcess {
  const command = canPin ? [TASKSET, '-c', all.slice(0, half).join()] : [];
  const [tool = '', ...rest] = [...command, process.execPath, ...args];
  const child = spawn(tool, rest, { stdio, env: { ...process.env, ...env } });
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

/** Ends a child and waits until it has. */
export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const timer = setTimeout(() => child.kill('SIGKILL'), GRACE_MS);
  child.kill('SIGTERM');
  await once(child, 'exit');
  clearTimeout(timer);
}

/** @returns the memory a process holds, in MB (RSS) */
export function memoryOf({ pid }: ChildProcess): number {
  const status = readIfThere(`/proc/${pid}/status`);
  const kilobytes =
    /VmRSS:\s*(\d+)/.exec(status)?.[1] ??
    spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).stdout;
  return Math.round(Number(kilobytes) / 1024);
}

// What the kernel counts in: 100 a second on every Linux that Node runs on.
const TICK_MS = 10;
const USER_TIME = 11;

/** @returns the processor time a process has used, all threads, in milliseconds; null where nobody tells */
export function cpuTimeOf({ pid }: ChildProcess): number | null {
  const stat = readIfThere(`/proc/${pid}/stat`);
  if (!stat) return null;
  // After the name, which may hold anything: state, parent …, user time, system time.
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(USER_TIME, USER_TIME + 2)
    .map(Number);
  return (user + system) * TICK_MS;
}
