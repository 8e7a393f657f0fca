// A Chromium with its own profile that can be killed like a phone does.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

import { type Browser, chromium, type Page } from '@playwright/test';

import { findChromium } from '#scripts/lib/browser.ts';

const ARGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--remote-debugging-port=0',
];

/** A browser that runs until it is killed. */
export interface KillableBrowser {
  page: Page;
  /** Kills all its processes with SIGKILL. */
  kill: () => Promise<void>;
}

async function readAddress({ stderr }: ChildProcess): Promise<string> {
  if (!stderr) throw new Error('Chromium has no standard error.');
  for await (const line of createInterface(stderr)) {
    const [, address] = /DevTools listening on (\S+)/.exec(line) ?? [];
    if (address) return address;
  }
  throw new Error('Chromium did not start.');
}

/** @param profile the folder of the profile */
export async function startBrowser(profile: string): Promise<KillableBrowser> {
  const args = [...ARGS, `--user-data-dir=${profile}`, 'about:blank'];
  const program = findChromium() ?? 'chromium';
  // Its own process group, so that its helpers are killed with it.
  const child = spawn(program, args, { detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'exit');
  const browser: Browser = await chromium.connectOverCDP(await readAddress(child));
  child.stderr?.resume();
  const context = browser.contexts()[0];
  if (!context) throw new Error('Chromium has no context.');
  const page = context.pages()[0] ?? (await context.newPage());
  const kill = async () => {
    if (child.pid) process.kill(-child.pid, 'SIGKILL');
    await ended;
    await browser.close().catch(() => null);
  };
  return { page, kill };
}
