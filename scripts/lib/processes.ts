// Server processes under load, pinned to their own processors, measured, and always stopped.
import {
  type ChildProcess,
  execFileSync,
  spawn,
  spawnSync,
  type StdioOptions,
} from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';

import { readStat } from './process-stat.ts';

const TASKSET = 'taskset';
const STOP_TIMEOUT_MS = 5000;

const children = new Set<ChildProcess>();
process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));
process.on('exit', () => children.forEach((child) => child.kill('SIGKILL')));

const count = availableParallelism();
const half = Math.ceil(count / 2);
const [SERVERS, LOAD] = [`0-${half - 1}`, `${half}-${count - 1}`];
// False without taskset, with a single processor, or in a container with other processors than the first.
const canPin = spawnSync(TASKSET, ['-c', LOAD, 'true']).status === 0;

/** Describes how the processors are divided, for the heading. */
export const PINNING = canPin
  ? `servers on processors ${SERVERS}, load on ${LOAD}`
  : 'processors shared';

/** Pins this process, which generates the load, to its half of the processors. */
export function pinLoad(): void {
  if (canPin) execFileSync(TASKSET, ['-acp', LOAD, String(process.pid)]);
}

function pin(root: number, processors: string): void {
  if (!canPin) return;
  for (const { pid } of treeOf(root)) execFileSync(TASKSET, ['-acp', processors, String(pid)]);
}

/** Pins a running server and its children to the servers' half of the processors. */
export const pinServer = (root: number): void => pin(root, SERVERS);

/** Pins a running server and its children to the half of the load. */
export const pinBesideLoad = (root: number): void => pin(root, LOAD);

/** Lets a running server and its children use all processors. */
export const unpin = (root: number): void => pin(root, `0-${count - 1}`);

/** Starts a Node process pinned to the servers' half of the processors. */
export function startNode(args: string[], stdio: StdioOptions, env: Record<string, string> = {}) {
  const prefix = canPin ? [TASKSET, '-c', SERVERS] : [];
  const [command = '', ...rest] = [...prefix, process.execPath, ...args];
  // Structured clones, because values of statements may be bytes.
  const options = { stdio, env: { ...process.env, ...env }, serialization: 'advanced' } as const;
  const child = spawn(command, rest, options);
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

/** Ends a child process and waits for its exit. */
export async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  child.kill('SIGTERM');
  await once(child, 'exit');
  clearTimeout(timer);
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

/** A process and its descendants. */
export function treeOf(root: number) {
  const pids = readdirSync('/proc').map(Number).filter(Boolean);
  const all = pids.flatMap((pid) => readStat(pid) ?? []);
  const tree = all.filter(({ pid }) => pid === root);
  for (const { pid } of tree) tree.push(...all.filter(({ parent }) => parent === pid));
  return tree;
}

/** Processor time (user and system) and resident memory of a process and its descendants; NaN without /proc. */
export function usageOf(root = 0): { cpuMs: number; memoryMb: number } {
  if (!readStat(root)) return { cpuMs: NaN, memoryMb: NaN };
  const tree = treeOf(root);
  return {
    cpuMs: sum(tree.map(({ cpuMs }) => cpuMs)),
    memoryMb: sum(tree.map(({ memoryMb }) => memoryMb)),
  };
}
