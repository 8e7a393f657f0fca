// How soon Explore responds to taps and keys: the Interaction to Next Paint, from the browser's event timing.
import { setTimeout as sleep } from 'node:timers/promises';

import type { Locator, Page } from '@playwright/test';

import type { Step } from './report.ts';

const TIMES = 50;
const PERCENTILE = 0.98;
/** Event timing reports nothing shorter. */
const SHORTEST_MS = 16;
const KEY_DELAY_MS = 120;
// Time for an interaction to finish and be reported.
const PAUSE_MS = 300;

const PRESS_MS = 80;

type Press = (target: Locator) => Promise<void>;

/** Taps like a finger. Playwright's taps have no duration, and query the page for their target. */
async function fingerOf(page: Page): Promise<Press> {
  const devTools = await page.context().newCDPSession(page);
  return async (target) => {
    await target.scrollIntoViewIfNeeded();
    const { x = 0, y = 0, width = 0, height = 0 } = (await target.boundingBox()) ?? {};
    const touchPoints = [{ x: x + width / 2, y: y + height / 2 }];
    await devTools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
    await sleep(PRESS_MS);
    await devTools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
}

// Runs in the page.
function noteInteractions(): void {
  const durations = new Map<number, number>();
  Object.assign(globalThis, { durations });
  const observer = new PerformanceObserver((list) => {
    for (const each of list.getEntries() as PerformanceEventTiming[])
      if (each.interactionId > 0)
        durations.set(
          each.interactionId,
          Math.max(each.duration, durations.get(each.interactionId) ?? 0),
        );
  });
  observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
}

/** Returns the durations since the last call, and resets them. */
const takeDurations = (page: Page): Promise<number[]> =>
  page.evaluate(() => {
    const { durations } = globalThis as typeof globalThis & { durations: Map<number, number> };
    const taken = [...durations.values()];
    durations.clear();
    return taken;
  });

/** The 98th percentile of the interactions; the fastest ones are not reported. */
function percentileOf(durations: number[]): number {
  const sorted = durations.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * PERCENTILE) - 1] ?? SHORTEST_MS;
}

async function like(page: Page, press: Press): Promise<void> {
  const button = page.locator('article [aria-pressed]').first();
  const after = (await button.getAttribute('aria-pressed')) === 'true' ? 'false' : 'true';
  await press(button);
  const done = page.locator(`[aria-pressed=${after}][aria-disabled=false]`);
  await button.and(done).waitFor();
}

async function openComposer(page: Page, press: Press): Promise<void> {
  await press(page.getByRole('button', { name: 'Post', exact: true }).last());
  await page.getByRole('dialog').waitFor();
}

async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}

async function openMenu(page: Page, press: Press): Promise<void> {
  await press(page.getByRole('button', { name: /^More options for / }).first());
  await page.locator('article :popover-open').waitFor();
}

async function type(page: Page): Promise<void> {
  const delay = KEY_DELAY_MS;
  await page.getByLabel('Title').pressSequentially('Dry rice straw of two fields', { delay });
  await page.getByLabel('Description').pressSequentially('By the road, under a roof.', { delay });
}

/** Likes a post, opens the composer, types, and opens a menu, some fifty times each. */
export async function measureInteractions(page: Page): Promise<Step[]> {
  await page.evaluate(noteInteractions);
  const press = await fingerOf(page);
  const measure = async (
    name: string,
    act: (page: Page, press: Press) => Promise<void>,
    after = async () => {},
  ) => {
    const all: number[] = [];
    for (let i = 0; i < TIMES; i += 1) {
      await act(page, press);
      await sleep(PAUSE_MS);
      all.push(...(await takeDurations(page)));
      await after();
      await sleep(PAUSE_MS);
      await takeDurations(page);
    }
    return { name, ms: percentileOf(all) };
  };
  const close = () => closeDialog(page);
  const steps: Step[] = [
    await measure('like', like),
    await measure('open the composer', openComposer, close),
    await measure('open a menu', openMenu, () => page.keyboard.press('Escape')),
  ];
  await openComposer(page, press);
  await sleep(PAUSE_MS);
  await takeDurations(page);
  await type(page);
  await sleep(PAUSE_MS);
  steps.push({ name: 'type a letter', ms: percentileOf(await takeDurations(page)) });
  return steps;
}
