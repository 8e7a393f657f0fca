// Journeys in three engines: each has its own window, and fails if its page reported an error.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

import { openDatabase } from '#lib/server/platform/db/open-database.ts';
import type { Db } from '#lib/server/platform/db/schema.ts';
import { insertSession } from '#tests/support/server/insert-session.ts';
import { databaseAddress } from '#tests/support/server/server-process.ts';

import { startChromium } from './chromium.ts';
import type { Engine } from './engine.ts';
import { startFirefox } from './firefox.ts';
import { Line, sessionPath } from './line.ts';
import { Page } from './page.ts';
import { originAt } from './site-setup.ts';
import { startWebKit } from './webkit.ts';

const OTHERS = { Firefox: startFirefox, WebKit: startWebKit };
const ENGINES = { Chromium: startChromium, ...OTHERS };

const SIZES = { phone: { width: 360, height: 740 }, desk: { width: 1280, height: 800 } };

/** A visit to the site in one engine. */
export interface Visit {
  page: Page;
  line: Line;
  /** Allows errors that match a pattern. */
  allowErrors: (pattern: RegExp) => void;
  /** Gives the browser a session of a demo member, named by the first part of their email. */
  signIn: (who: string) => Promise<void>;
  /** Gives the window the size of a phone or a desktop. */
  resize: (size: keyof typeof SIZES) => Promise<void>;
  /** Stores a screenshot in the folder that `SCREENSHOTS` names, if it is set. */
  look: (name: string) => Promise<void>;
}

/** Errors of scripts that cannot fetch. */
export const NO_CONNECTION = /NetworkError|Load failed|Failed to fetch|network connection was lost/;

// React reports an island that is left before its hydration. The page is gone, so no member sees the error.
const LEFT_BEFORE_HYDRATION = /React error #424\b[^]*\bClientRouter\b/;

// Firefox reports this for files that were loading when their page was left.
const LEFT_WHILE_LOADING = /A ServiceWorker intercepted the request and encountered/;

/** Runs queries on the site's database. */
export async function onDatabase<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const database = openDatabase(databaseAddress(inject('site')));
  try {
    return await work(database.db);
  } finally {
    await database.close();
  }
}

/** @returns the cookie value of a new session */
export const newSession = (who: string, userAgent: string): Promise<string> =>
  onDatabase(async (db) => {
    const { id } = await db
      .selectFrom('members')
      .where('email', '=', `${who}@glean.example`)
      .select('id')
      .executeTakeFirstOrThrow();
    return insertSession(db, id, userAgent);
  });

/** Runs in the page. @returns the address of a module once it is loaded */
const findModule = (name: string) =>
  performance.getEntriesByType('resource').find((each) => each.name.includes(`/${name}.`))?.name;

/** Waits for the scripts of the outbox, which the page loads when it is first used. */
export async function preloadOutbox(page: Page): Promise<void> {
  await page.moveAbout();
  for (const name of ['confirm-sign-out', 'queue-form']) {
    const address = await page.waitFor(findModule, name);
    // Together with all its imports.
    await page.window.evaluate(`import(${JSON.stringify(address)}).then(() => true)`);
  }
}

async function openLine(): Promise<Line> {
  const line = new Line(inject('site').port);
  await line.open(inject('linePort'));
  return line;
}

async function beginVisit(
  engine: Engine,
  line: Line,
  name: string,
  allowed: RegExp[],
): Promise<Visit> {
  const window = await engine.newWindow();
  const page = new Page(window, originAt(inject('linePort')));
  const folder = process.env['SCREENSHOTS'];
  return {
    page,
    line,
    allowErrors: (pattern) => void allowed.push(pattern),
    signIn: async (who) => {
      await page.goto('/about');
      const userAgent = await page.run(() => navigator.userAgent);
      await page.goto(sessionPath(await newSession(who, userAgent)));
    },
    resize: (size) => window.resize(SIZES[size]),
    look: async (shot) => {
      if (!folder) return;
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, `${name}-${shot}.png`), await window.screenshot());
    },
  };
}

type Journey = (title: string, act: (visit: Visit) => Promise<void>) => void;

const inEngines = (engines: typeof OTHERS) => (define: (journey: Journey) => void) =>
  describe.each(Object.entries(engines))('%s', (name, start) => {
    let engine: Engine | undefined;
    const stop = async () => {
      const stopped = engine;
      engine = undefined;
      await stopped?.close();
    };
    beforeAll(async () => {
      engine = await start();
    });
    afterAll(stop);
    define((title, act) =>
      test(title, async ({ task, onTestFinished }) => {
        const line = await openLine();
        onTestFinished(() => line.close());
        // The browser may hang, so the next test gets another one. Work that has timed out is not waited for either.
        onTestFinished(() => (task.result?.state === 'fail' ? stop() : undefined));
        const allowed = [LEFT_BEFORE_HYDRATION, LEFT_WHILE_LOADING];
        const visit = await beginVisit((engine ??= await start()), line, name, allowed);
        const { window } = visit.page;
        try {
          await visit.resize('phone');
          await act(visit);
          const errors = [...line.reports, ...window.errors];
          const others = errors.filter((each) => !allowed.some((pattern) => pattern.test(each)));
          expect(others, 'errors in the browser').toEqual([]);
        } finally {
          await visit.look(`${title.replaceAll(/\W+/g, '-')}-end`);
        }
        await window.close();
      }));
  });

/** Defines journeys that run in each engine. */
export const inEachEngine = inEngines(ENGINES);

/** Defines journeys that `tests/browser` already runs in Chromium. */
export const inOtherEngines = inEngines(OTHERS);
