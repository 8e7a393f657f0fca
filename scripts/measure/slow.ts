// `npm run slow`: how soon a cheap phone on a slow network shows and does things, on the built site with the demo
// community. The network is a proxy, because a browser's own throttling does not reach the service worker. With
// `--check` it exits with 1 when a limit is missed. `--runs 1` is faster; by default the best of three counts, as
// machines are busy.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { chromium } from '@playwright/test';

import { build } from '#scripts/build/build.ts';
import { ensureChromium, findChromium } from '#scripts/lib/browser.ts';
import { stopProcess } from '#scripts/lib/processes.ts';
import { say } from '#scripts/lib/run.ts';
import { startDemo } from '#scripts/lib/start-demo.ts';
import { freePort } from '#tests/support/server/port.ts';
import { SlowLine } from '#tests/support/server/slow-line.ts';

import { positive } from './positive.ts';
import { goOnce } from './slow/journey.ts';
import { bestOf, report, type Step } from './slow/report.ts';

// A new connection costs an extra round trip.
const OPENING_MS = 400;

const { values } = parseArgs({
  options: { check: { type: 'boolean' }, runs: { type: 'string', default: '3' } },
});
const count = positive(values.runs);

async function measure(line: SlowLine, origin: string): Promise<Step[]> {
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];
  const browser = await chromium.launch({ executablePath: findChromium(), args });
  const runs: Step[][] = [];
  try {
    while (runs.length < count) {
      say(`Run ${runs.length + 1}…`);
      runs.push(await goOnce(browser, line, origin));
    }
  } finally {
    await browser.close();
  }
  return bestOf(runs);
}

async function run(): Promise<boolean> {
  if (!(await build()) || !(await ensureChromium())) return false;
  const folder = mkdtempSync(join(tmpdir(), 'glean-slow-'));
  const port = await freePort();
  const line = new SlowLine(port, OPENING_MS);
  try {
    const origin = `http://127.0.0.1:${await line.open()}`;
    const { demo } = await startDemo(folder, port, origin);
    try {
      return report(await measure(line, origin)) || !values.check;
    } finally {
      await stopProcess(demo);
    }
  } finally {
    line.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

if (!(await run())) process.exitCode = 1;
