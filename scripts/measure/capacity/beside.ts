// Activity beside the polls, over the same connections.
import { setTimeout as sleep } from 'node:timers/promises';

import type { Fixtures } from '#scripts/measure/bench/fixtures.ts';
import { runOnce } from '#scripts/measure/bench/load.ts';
import { BACKGROUND, type Scenario, SCENARIOS } from '#scripts/measure/bench/scenarios.ts';
import { at } from '#scripts/measure/bench/searches.ts';
import { signTokens } from '#scripts/measure/bench/tokens.ts';

import { probeBadge, type Target } from './badges.ts';
import type { AllFigures } from './figures.ts';
import type { OpenPage } from './open-page.ts';

const WRITES = 20;
const FEEDS = 10;
const BADGES = 0.5;
// A prime, so that consecutive pages are on different servers.
const PAGE_STEP = 7919;
/** A badge should show within this time. */
const BADGE_MS = 6000;

/** An open site. */
export interface Scene {
  pages: OpenPage[];
  targets: Target[];
  fixtures: Fixtures;
  figures: AllFigures;
}

/** The number of badge measurements that start within some minutes. */
export const countBadges = (minutes: number): number => Math.ceil(minutes * 60 * BADGES);

/** Starts work at a rate, however long each run takes. @returns when the last run has ended */
async function atRate(
  perSecond: number,
  until: number,
  work: (turn: number) => Promise<void>,
): Promise<void> {
  const startedAt = performance.now();
  const all: Promise<void>[] = [];
  for (let turn = 0; ; turn += 1) {
    const due = startedAt + (turn * 1000) / perSecond;
    if (due >= until) break;
    await sleep(Math.max(0, due - performance.now()));
    all.push(work(turn));
  }
  await Promise.all(all);
}

const pageOf = ({ pages }: Scene, turn: number): OpenPage => at(pages, turn * PAGE_STEP);

/** Runs a bench scenario over the pages' connections. */
const runScenario = (scene: Scene, kind: 'feed' | 'write', scenario: Scenario) => (turn: number) =>
  noteErrors(scene, kind, async () => {
    const startedAt = performance.now();
    await runOnce(scenario, scene.fixtures, pageOf(scene, turn).send);
    scene.figures.now[kind].note(startedAt);
  });

async function noteErrors(
  { figures }: Scene,
  kind: 'feed' | 'write' | 'badge',
  work: () => Promise<void>,
): Promise<void> {
  await work().catch((error: Error) => figures.now[kind].errors.push(error.message));
}

/** Writes and reads the feed. @param until as `performance.now()` */
export async function writeAndRead(scene: Scene, until: number): Promise<void> {
  const feed = SCENARIOS.find(({ name }) => name === 'feed') as Scenario;
  const write = runScenario(scene, 'write', BACKGROUND.writes);
  await Promise.all([
    atRate(FEEDS, until, runScenario(scene, 'feed', feed)),
    atRate(WRITES, until, (turn) => {
      signTokens(scene.fixtures.writers);
      return write(turn);
    }),
  ]);
}

/** Measures how soon badges change, for one target after another. @param until as `performance.now()` */
export const watchBadges = (scene: Scene, until: number): Promise<void> =>
  atRate(BADGES, until - BADGE_MS, (turn) =>
    noteErrors(scene, 'badge', async () => {
      const target = scene.targets[turn];
      if (!target) return;
      const from = pageOf(scene, turn);
      await probeBadge(target, scene.fixtures, { turn, from, figures: scene.figures });
    }),
  );
