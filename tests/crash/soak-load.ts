import { setTimeout as pause } from 'node:timers/promises';

import { originOf, type ServerInstance } from '#tests/support/server/server-process.ts';

import { type Acknowledged, write, WRITERS } from './writers.ts';

const READERS = 4;
const SECOND_MS = 1000;
const PAGES = [
  '/',
  '/eduhub',
  '/eduhub?search=straw',
  '/exchange',
  '/forums/explore',
  '/api/web/forum',
  '/api/web/listings',
];

/** A server with signed-in members. */
export interface Stage {
  instance: ServerInstance;
  /** session cookies */
  tokens: string[];
  images: Uint8Array<ArrayBuffer>[];
}

/** The work that a server did. */
interface Rates {
  readsPerSecond: number;
  postsPerSecond: number;
}

/** Readers and writers take separate turns, as otherwise some members would post far more often than others. */
function takeTurns(tokens: string[]): () => string {
  let next = 0;
  return () => tokens[next++ % tokens.length] ?? '';
}

/**
 * Waits to reach half of a rate.
 * @param perSecond the full rate of all workers; 0 does not wait
 */
const halve = (perSecond: number, workers: number) => async (startedAt: number) => {
  if (perSecond === 0) return;
  const due = startedAt + (2 * workers * SECOND_MS) / perSecond;
  await pause(Math.max(0, due - performance.now()));
};

interface Reading {
  instance: ServerInstance;
  nextSession: () => string;
  isOver: () => boolean;
  wait: (startedAt: number) => Promise<void>;
}

/** Fetches pages as a guest and as members until the time is over. @returns the number of pages */
async function read({ instance, nextSession, isOver, wait }: Reading): Promise<number> {
  let count = 0;
  for (; !isOver(); count += 1) {
    const startedAt = performance.now();
    const path = PAGES[count % PAGES.length] ?? '/';
    const isMember = count % 2 === 0 || path.startsWith('/api');
    const headers = { cookie: isMember ? `session=${nextSession()}` : '' };
    const response = await fetch(originOf(instance) + path, { headers });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
    await wait(startedAt);
  }
  return count;
}

/**
 * Puts load on a server.
 * @param whole its full rates, to use half of them; without it, the load is as high as possible
 * @returns the rates that were reached
 */
export async function loadFor(
  { instance, tokens, images }: Stage,
  ms: number,
  whole: Rates = { readsPerSecond: 0, postsPerSecond: 0 },
): Promise<Rates> {
  const end = performance.now() + ms;
  const isOver = () => performance.now() > end;
  const acknowledged: Acknowledged[] = [];
  const reading = {
    instance,
    isOver,
    nextSession: takeTurns(tokens),
    wait: halve(whole.readsPerSecond, READERS),
  };
  const writing = {
    instance,
    isOver,
    images,
    acknowledged,
    nextSession: takeTurns(tokens),
    wait: halve(whole.postsPerSecond, WRITERS),
  };
  const [counts] = await Promise.all([
    Promise.all(Array.from({ length: READERS }, () => read(reading))),
    write(writing),
  ]);
  const perSecond = (count: number) => Math.round((count * SECOND_MS) / ms);
  const reads = counts.reduce((sum, count) => sum + count, 0);
  return { readsPerSecond: perSecond(reads), postsPerSecond: perSecond(acknowledged.length) };
}
