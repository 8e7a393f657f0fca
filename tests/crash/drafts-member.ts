// A member who writes posts, with and without a connection, until their browser is killed.
import { setTimeout as pause } from 'node:timers/promises';

import type { Locator, Page } from '@playwright/test';

import { preloadOutbox } from '#tests/support/browser/device-storage.ts';
import { blankPng } from '#tests/support/nouns/images.ts';

// On a busy machine pages load slowly.
const STEP_MS = 60_000;
const PULSE_MS = 50;
// How long a post takes to be sent: long enough for a kill during it.
const SENDING_MS = 500;
const WORDS = 'Dry straw from the field by the river, forty bundles until Friday'.split(' ');

/** The picture of every post. */
export const image = { name: 'straw.png', mimeType: 'image/png', buffer: blankPng(64, 48) };

/** A step of the member with a post. */
export interface Step {
  title: string;
  description: string;
  hasImage: boolean;
  /** milliseconds since 1970 */
  at: number;
}

const dialogOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Create post' });

/** Sends a post, with or without a connection, until the server has it. @param onWaiting called while it waits */
async function sendPost(page: Page, onWaiting: (isWaiting: boolean) => void): Promise<void> {
  const isOffline = Math.random() < 0.6;
  const waiting = page.getByRole('region', { name: 'Waiting to be sent' });
  if (isOffline) await page.context().setOffline(true);
  await dialogOf(page).getByRole('button', { name: 'Post', exact: true }).click();
  if (isOffline) {
    await waiting.waitFor();
    onWaiting(true);
    await page.context().setOffline(false);
  }
  await dialogOf(page).waitFor({ state: 'detached' });
  await waiting.waitFor({ state: 'detached' });
  onWaiting(false);
}

/** The actions of a member in all their browsers. */
export class PostingMember {
  /** the titles of all their posts */
  readonly titles = new Set<string>();
  /** the titles that the page has shown as sent */
  readonly sent: string[] = [];
  /** whether a post waited for a connection when the browser was killed */
  isWaiting = false;
  /** whether a post that had waited was being sent when the browser was killed */
  isSending = false;
  stepCount = 0;
  /** When the page last responded, in milliseconds since 1970: a page that hangs may have been killed by others. */
  respondedAt = 0;
  #steps: Step[] = [];
  #current: Omit<Step, 'at'> = { title: '', description: '', hasImage: false };

  /**
   * Writes and sends posts until the browser is killed.
   * @param posts how many, unless the browser is killed earlier
   */
  async useForum(page: Page, origin: string, posts = Infinity): Promise<void> {
    this.isWaiting = false;
    this.isSending = false;
    page.setDefaultTimeout(STEP_MS);
    await page.route('**/api/web/forum/posts', async (route) => {
      this.isSending = this.isWaiting;
      await pause(SENDING_MS);
      // The browser may have been killed.
      await route.continue().catch(() => null);
      this.isSending = false;
    });
    await page.goto(`${origin}/forums/explore`);
    this.#watch(page).catch(() => null);
    await preloadOutbox(page);
    await page.addLocatorHandler(
      page.getByRole('dialog', { name: 'Share post' }),
      async (share) => {
        // The browser may be killed during this; otherwise an open dialog makes the next step time out.
        await share
          .getByRole('button', { name: 'Close' })
          .click()
          .catch(() => null);
      },
    );
    for (let nth = 0; nth < posts; nth += 1) {
      if (!(await this.#openPost(page))) await this.#writePost(page);
      await sendPost(page, (isWaiting) => (this.isWaiting = isWaiting));
      this.sent.push(this.#current.title);
    }
  }

  /** @returns the last step of a post that counts */
  lastStep(title: string): Step | undefined {
    return this.#steps.findLast((each) => each.title === title);
  }

  /** Forgets steps that may be lost. @param time the earliest of them, milliseconds since 1970 */
  forgetSince(time: number): void {
    this.#steps = this.#steps.filter(({ at }) => at < time);
  }

  #did(change: Partial<Step>): void {
    this.#current = { ...this.#current, ...change };
    this.#steps.push({ ...this.#current, at: Date.now() });
    this.titles.add(this.#current.title);
    this.stepCount += 1;
  }

  async #watch(page: Page): Promise<void> {
    for (;;) {
      await page.evaluate(() => null);
      this.respondedAt = Date.now();
      await pause(PULSE_MS);
    }
  }

  /**
   * Starts a post, or continues an unfinished one.
   * @returns whether it must be sent unchanged: it may have been sent already, and a change would make it another post
   */
  async #openPost(page: Page): Promise<boolean> {
    // An empty feed has two buttons, and an unfinished post adds a third.
    await page.locator('[data-open-post]').filter({ visible: true }).first().click();
    const title = dialogOf(page).getByLabel('Title');
    const stored = await title.inputValue();
    if (stored) {
      const description = await dialogOf(page).getByLabel('Description').inputValue();
      const hasImage = await dialogOf(page).getByText('1 / 5 Attachments').isVisible();
      this.#did({ title: stored, description, hasImage });
      return description !== '';
    }
    const name = `Straw ${crypto.randomUUID()}`;
    await title.fill(name);
    this.#did({ title: name, description: '', hasImage: false });
    return false;
  }

  async #writePost(page: Page): Promise<void> {
    const description = dialogOf(page).getByLabel('Description');
    for (const word of WORDS.slice(0, 3 + Math.random() * WORDS.length)) {
      await description.press('End');
      await description.pressSequentially(`${word} `);
      this.#did({ description: `${this.#current.description}${word} ` });
    }
    if (this.#current.hasImage) return;
    await dialogOf(page).locator('input[type=file]').setInputFiles([image]);
    await dialogOf(page).getByText('1 / 5 Attachments').waitFor();
    this.#did({ hasImage: true });
  }
}
