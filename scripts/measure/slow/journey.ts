// The journey of a new member on a slow phone: landing page, exchange, login, and an idle minute.
import { setTimeout as sleep } from 'node:timers/promises';

import type { Browser, Page } from '@playwright/test';

import type { SlowLine } from '#tests/support/server/slow-line.ts';

import { measureInteractions } from './interactions.ts';
import { addMarks, timeOf } from './marks.ts';
import type { Step } from './report.ts';

const MEMBER = { email: 'jun@glean.example', password: 'Straw-for-7-Cows' };
const CPU_SLOWDOWN = 6;
const QUIET_MS = 3000;
const MOST_MS = 60_000;
const MINUTE_MS = 60_000;

/** Waits until the network is idle, because the previous page's requests would slow the next one. */
async function waitUntilQuiet(line: SlowLine): Promise<void> {
  const deadline = performance.now() + MOST_MS;
  let before: number;
  do {
    before = line.bytesDown;
    await sleep(QUIET_MS);
  } while (line.bytesDown !== before && performance.now() < deadline);
}

/** A page with an empty cache, as slow as on cheap phones. */
async function openPhone(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: 'en-PH',
    timezoneId: 'Asia/Manila',
  });
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await addMarks(page);
  return page;
}

type Act = (page: Page, origin: string) => Promise<number>;

const openLanding: Act = async (page, origin) => {
  await page.goto(`${origin}/`);
  return timeOf(page, 'firstText', 'opening');
};

const openExchange: Act = async (page, origin) => {
  await page.getByRole('button', { name: 'Menu' }).tap();
  await page.locator('#main-nav').getByRole('link', { name: 'Exchange' }).tap();
  await page.waitForURL(`${origin}/exchange`);
  return timeOf(page, 'firstCard');
};

const openLogin: Act = async (page, origin) => {
  await page.goto(`${origin}/login`);
  const time = await timeOf(page, 'firstText', 'opening');
  await page.getByLabel('Email').fill(MEMBER.email);
  await page.getByLabel('Password', { exact: true }).tap();
  await page.getByLabel('Password', { exact: true }).fill(MEMBER.password);
  return time;
};

const signIn: Act = async (page, origin) => {
  await page.locator('form').getByRole('button', { name: 'Login', exact: true }).tap();
  await page.waitForURL(`${origin}/forums/explore`);
  return timeOf(page, 'usable');
};

/** How long the main thread works until Explore is usable when opened again. */
async function measureMainThread(page: Page, origin: string): Promise<Step> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Performance.enable');
  const worked = async () => {
    const { metrics } = await devTools.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN) * 1000;
  };
  const before = await worked();
  await page.goto(`${origin}/forums/explore`);
  await timeOf(page, 'usable', 'opening');
  return { name: 'main thread, usable Explore', ms: (await worked()) - before };
}

/**
 * Makes the journey once.
 * @param origin of the site behind the slow network
 */
export async function goOnce(browser: Browser, line: SlowLine, origin: string): Promise<Step[]> {
  const steps: Step[] = [];
  const page = await openPhone(browser);
  const measure = async (name: string, act: Act, more = waitUntilQuiet) => {
    const [requests, bytes] = [line.requests.length, line.bytesDown];
    const sinceThen = () => ({
      requests: line.requests.length - requests,
      bytes: line.bytesDown - bytes,
    });
    const ms = await act(page, origin);
    const untilThen = sinceThen();
    await more(line);
    steps.push({ name, ms, untilThen, inAll: sinceThen() });
  };
  await measure('landing, first text', openLanding);
  await measure('Exchange, first card', openExchange);
  await measure('login, first text', openLogin);
  await measure('sign-in, usable Explore', signIn, () => sleep(MINUTE_MS));
  steps.push(await measureMainThread(page, origin));
  await waitUntilQuiet(line);
  steps.push(...(await measureInteractions(page)));
  await page.context().close();
  return steps;
}
