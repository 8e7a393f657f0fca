// Resources used by processes, read from /proc every few seconds.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import { treeOf, usageOf } from '#scripts/lib/processes.ts';

const SAMPLE_MS = 5000;

/** Of a process and its descendants: percent of one processor, megabytes, a count. */
export type Measure = 'processor' | 'memory' | 'files';
export type Sample = Record<Measure, number>;

/** A process that is measured. */
export interface Process {
  name: string;
  pid: number;
}

function countFiles(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    // The process has ended.
    return 0;
  }
}

/** Resident memory in MB, with a share of memory used by several processes (proc_pid_smaps(5), Pss). */
function memoryOf(pid: number): number {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

/** Measures processes every few seconds until aborted. */
export async function takeSamples(processes: Process[], over: AbortSignal) {
  const samples = new Map<string, Sample[]>(processes.map(({ name }) => [name, []]));
  const usage = () => processes.map(({ pid }) => usageOf(pid).cpuMs);
  let [before, since] = [usage(), performance.now()];
  while (!over.aborted) {
    await sleep(SAMPLE_MS, undefined, { signal: over }).catch(() => null);
    const [after, now] = [usage(), performance.now()];
    // The last sample may be too short.
    if (now - since < SAMPLE_MS / 2) break;
    for (const [nth, { name, pid }] of processes.entries()) {
      const pids = treeOf(pid).map((each) => each.pid);
      samples.get(name)?.push({
        processor: (((after[nth] ?? 0) - (before[nth] ?? 0)) * 100) / (now - since),
        memory: sum(pids.map(memoryOf)),
        files: sum(pids.map(countFiles)),
      });
    }
    [before, since] = [after, now];
  }
  return samples;
}

const average = (values: number[]) => sum(values) / values.length;

/** The averages of the first and last third of the samples, and the maximum. */
export function compareThirds(samples: Sample[], measure: Measure) {
  const values = samples.map((sample) => sample[measure]);
  const third = Math.max(1, Math.floor(values.length / 3));
  return {
    first: average(values.slice(0, third)),
    last: average(values.slice(-third)),
    most: Math.max(...values),
  };
}
