import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const SAMPLE_MS = 1000;
const MB = 1024 ** 2;

/** The resources of a server, in megabytes, counts, and milliseconds. */
const MEASURES = {
  memory: { unit: 'MB', most: 400, growth: 1.25 },
  files: { unit: 'open files', most: 300, growth: 1.25 },
  wal: { unit: 'MB of WAL', most: 100, growth: 1.25 },
  // Measured over a second; a quiet one has almost none.
  delay: { unit: 'ms of event-loop delay (p99)', most: 500, growth: 2 },
} as const;

type Measure = keyof typeof MEASURES;
type Sample = Record<Measure, number>;

/** A server whose resources are measured. */
interface Measured {
  pid: number;
  dataDir: string;
  metricsPort: number;
}

const readMetrics = async (metricsPort: number): Promise<string> =>
  (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();

async function readDelay(metricsPort: number): Promise<number> {
  const metrics = await readMetrics(metricsPort);
  const found = /glean_event_loop_delay_seconds\{statistic="p99"\} (\S+)/.exec(metrics);
  if (!found) throw new Error('The metrics have no delay of the event loop.');
  return Number(found[1]) * 1000;
}

async function sample({ pid, dataDir, metricsPort }: Measured): Promise<Sample> {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return {
    memory: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024,
    files: readdirSync(`/proc/${pid}/fd`).length,
    wal: statSync(join(dataDir, 'glean.sqlite-wal')).size / MB,
    delay: await readDelay(metricsPort),
  };
}

/** Measures a server every second, until it is stopped. */
export function startSampling(measured: Measured): { stop: () => Promise<Sample[]> } {
  const samples: Sample[] = [];
  const over = new AbortController();
  const run = async () => {
    // The server starts to measure its delay at the first reading.
    await readMetrics(measured.metricsPort);
    await pause(SAMPLE_MS);
    for (; !over.signal.aborted; await pause(SAMPLE_MS)) samples.push(await sample(measured));
  };
  const running = run();
  // Stopping the sampling throws this.
  running.catch(() => {});
  return {
    stop: async () => {
      over.abort();
      await running;
      return samples;
    },
  };
}

const average = (values: number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** @returns the average of each third, and the maximum */
function summarize(samples: Sample[], measure: Measure) {
  const values = samples.map((each) => each[measure]);
  const third = Math.floor(values.length / 3);
  return {
    start: average(values.slice(0, third)),
    middle: average(values.slice(third, 2 * third)),
    end: average(values.slice(-third)),
    most: Math.max(...values),
  };
}

const MEASURE_NAMES = Object.keys(MEASURES) as Measure[];

/** Prints the samples. */
export function printSamples(samples: Sample[]): void {
  for (const measure of MEASURE_NAMES) {
    const { start, middle, end, most } = summarize(samples, measure);
    const [first, second, third, peak] = [start, middle, end, most].map((value) =>
      value.toFixed(1),
    );
    const { unit } = MEASURES[measure];
    console.log(`${unit}: ${first}, then ${second}, then ${third}; at most ${peak}`);
  }
}

function hasGrown(samples: Sample[], measure: Measure): boolean {
  const { middle, end, most } = summarize(samples, measure);
  const limit = MEASURES[measure];
  // Below one, growth is only noise.
  return most > limit.most || end > Math.max(1, middle) * limit.growth;
}

const isMeasured = (samples: Sample[], measure: Measure): boolean =>
  samples.length > 2 && samples.every((each) => Number.isFinite(each[measure]));

/** @returns a sentence for each measure that is missing, exceeds its maximum, or grew after the first third */
export const findGrowth = (samples: Sample[]): string[] =>
  MEASURE_NAMES.flatMap((measure) => {
    const { unit } = MEASURES[measure];
    if (!isMeasured(samples, measure)) return [`Not measured: ${unit}`];
    return hasGrown(samples, measure) ? [`Too much, or growing: ${unit}`] : [];
  });
