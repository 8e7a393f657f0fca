// Chromium with Playwright, which performs the W3C actions of the other engines one by one.
import { type BrowserContext, chromium, type Page } from '@playwright/test';

import { ensureChromium, findChromium } from '#scripts/lib/browser.ts';

import {
  asJson,
  type Engine,
  type EngineWindow,
  inTime,
  type InputSource,
  loaded,
} from './engine.ts';

// Needed for root in a container.
const ARGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];

/** Playwright's names for the WebDriver code points of keys. */
const KEYS: Record<string, string> = {
  '\uE007': 'Enter',
  '\uE009': 'Control',
  '\uE00C': 'Escape',
};

/** An action of any input source. */
interface Action {
  type: string;
  x: number;
  y: number;
  value: string;
}

async function act({ mouse, keyboard }: Page, { type, x, y, value }: Action): Promise<void> {
  const key = KEYS[value] ?? value;
  if (type === 'pointerMove') await mouse.move(x, y);
  else if (type === 'pointerDown') await mouse.down();
  else if (type === 'pointerUp') await mouse.up();
  else if (type === 'keyDown') await keyboard.down(key);
  else await keyboard.up(key);
}

async function perform(page: Page, sources: InputSource[]): Promise<void> {
  for (const { actions } of sources) for (const each of actions as Action[]) await act(page, each);
}

async function createWindow(context: BrowserContext): Promise<EngineWindow> {
  const page = await context.newPage();
  return {
    // The script that the line adds reports errors.
    errors: [],
    open: (url) => loaded(page.goto(url, { waitUntil: 'load' })),
    evaluate: (expression) => inTime(page.evaluate<string>(asJson(expression)), 'evaluate'),
    perform: (sources) => inTime(perform(page, sources), 'perform'),
    setFiles: (selector, paths) => page.locator(selector).first().setInputFiles(paths),
    setOffline: (isOffline) => context.setOffline(isOffline),
    resize: (size) => page.setViewportSize(size),
    screenshot: () => page.screenshot(),
    close: () => context.close(),
  };
}

/** Starts Chromium, and installs it if necessary. */
export async function startChromium(): Promise<Engine> {
  await ensureChromium();
  const executablePath = findChromium();
  const browser = await chromium.launch({ args: ARGS, ...(executablePath && { executablePath }) });
  const options = { locale: 'en-PH', reducedMotion: 'reduce' } as const;
  return {
    newWindow: async () => createWindow(await browser.newContext(options)),
    close: () => browser.close(),
  };
}
