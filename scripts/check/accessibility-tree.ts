// `node scripts/check/accessibility-tree.ts [folder]`: writes the accessibility tree of each screen to a file, with
// roles and names in reading order. It starts the demo, unless ORIGIN and DATA_DIR name a running one.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { type Browser, chromium } from '@playwright/test';

import { build } from '#scripts/build/build.ts';
import { ensureChromium, findChromium } from '#scripts/lib/browser.ts';
import { stopProcess } from '#scripts/lib/processes.ts';
import { root, say } from '#scripts/lib/run.ts';
import { startDemo } from '#scripts/lib/start-demo.ts';
import { openScreen, SCREENS } from '#tests/support/browser/screens/open-screen.ts';
import type { ScreenGroup } from '#tests/support/browser/screens/screen.ts';
import { registerServer, signIn } from '#tests/support/browser/sign-in.ts';
import { freePort } from '#tests/support/server/port.ts';

const PHONE = { width: 360, height: 740 };

/** Writes the trees of the screens of a member or guest. */
async function writeTrees(
  browser: Browser,
  origin: string,
  { member, screens }: ScreenGroup,
  folder: string,
): Promise<void> {
  const context = await browser.newContext({ viewport: PHONE, hasTouch: true, locale: 'en-PH' });
  const page = await context.newPage();
  if (member) await signIn(page, member, origin);
  for (const screen of screens) {
    await openScreen(page, screen, origin);
    const tree = await page.locator('body').ariaSnapshot();
    const title = await page.title();
    const file = `${screen.name.replaceAll(/\W+/g, '-')}.yaml`;
    await writeFile(join(folder, file), `# ${title}\n# ${page.url()}\n${tree}\n`);
    say(file);
  }
  await context.close();
}

async function writeAll(origin: string, dataDir: string, folder: string): Promise<void> {
  registerServer(origin, dataDir);
  await mkdir(folder, { recursive: true });
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    for (const group of Object.values(SCREENS)) await writeTrees(browser, origin, group, folder);
  } finally {
    await browser.close();
  }
}

async function run(folder: string): Promise<void> {
  const { ORIGIN, DATA_DIR } = process.env;
  if (ORIGIN && DATA_DIR) return writeAll(ORIGIN, DATA_DIR, folder);
  if (!(await build()) || !(await ensureChromium())) throw new Error('The site was not built.');
  const dataDir = await mkdtemp(join(tmpdir(), 'glean-tree-'));
  const { demo, origin } = await startDemo(dataDir, await freePort());
  try {
    await writeAll(origin, dataDir, folder);
  } finally {
    await stopProcess(demo);
    await rm(dataDir, { recursive: true, force: true });
  }
}

await run(resolve(process.argv[2] ?? join(root, '.cache/accessibility-tree')));
