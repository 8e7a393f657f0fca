// Finds a Chromium for the tests, or installs one.
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { chromium } from '@playwright/test';

import { run } from './run.ts';

// The headless shell needs half the processor time of Chromium.
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

/** Finds a program on the PATH. */
export function onPath(name: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.map((folder) => join(folder, name)).find((path) => isProgram(path));
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Finds a Chromium: `CHROMIUM_PATH`, one on the PATH, or Playwright's. */
export function findChromium(): string | undefined {
  const given = process.env['CHROMIUM_PATH'];
  if (given) return given;
  const own = chromium.executablePath();
  return NAMES.map(onPath).find(Boolean) ?? (existsSync(own) ? own : undefined);
}

/** Installs a Chromium if there is none. @returns whether there is one now */
export async function ensureChromium(): Promise<boolean> {
  if (findChromium()) return true;
  if (process.getuid?.() === 0 && onPath('apt-get')) {
    await run(['apt-get', 'update', '-qq'], { quiet: true });
    const options = { env: { DEBIAN_FRONTEND: 'noninteractive' }, quiet: true };
    const install = ['apt-get', 'install', '-y', '-qq', '--no-install-recommends'];
    for (const name of ['chromium-headless-shell', 'chromium'])
      if ((await run([...install, name], options)).ok) return true;
  }
  const { ok } = await run(['playwright', 'install', 'chromium']);
  return ok;
}
