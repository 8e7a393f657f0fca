// Whether it matters how many are told: what is published to a hundred thousand members beside what is to ten.
import { createHistogram } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';

import type { Services } from '#lib/server/context.ts';
import { openDatabase } from '#lib/server/db/open-database.ts';
import { newId } from '#lib/server/new-id.ts';
import { publishDraft } from '#lib/server/resources/publishing.ts';

import { send } from './ask.ts';
import type { BenchMember, World } from './case.ts';
import { CROWD } from './cases.ts';
import { FOLLOWED } from './dataset-sql.ts';
import { type Dataset, prepareCrowd } from './dataset.ts';
import { Load } from './load.ts';
import { median, percentiles } from './measure.ts';
import { stop } from './processes.ts';
import { startSite } from './site.ts';
import { equip } from './tokens.ts';
import { prepareWorld } from './world.ts';
import { posting, WRITES } from './writes.ts';

/** How long something took with few and with many to tell. */
export interface Telling {
  title: string;
  /** milliseconds */
  few: number;
  many: number;
  /** at most so many times as long */
  budget: number;
}

const MANY = 100_000;
const DRAFTS = 100;
const WARM_DRAFTS = 20;
const ROUNDS = 4;
const POSTS = 5;
const POST_MS = 500;

/** @returns what publishes a draft each time it is called, and tells how many milliseconds it took */
async function publisher({ address }: Dataset) {
  const database = openDatabase(address);
  const { db } = database;
  const services = { db, now: Date.now, changed: () => {} } as unknown as Services;
  const publish = async () => {
    const id = newId();
    const draft = { id, title: 'Rice straw', cover_key: 'none-1600x1200', published_at: null };
    await db.insertInto('resources').values(draft).execute();
    const began = performance.now();
    await publishDraft(services, id);
    return performance.now() - began;
  };
  return { publish, close: () => database.close() };
}

async function publishing(few: Dataset, many: Dataset): Promise<Telling> {
  const publishers = [await publisher(few), await publisher(many)];
  const times: number[][] = [[], []];
  for (let turn = 0; turn < WARM_DRAFTS + DRAFTS; turn += 1)
    for (const [at, { publish }] of publishers.entries()) {
      const ms = await publish();
      if (turn >= WARM_DRAFTS) times[at]?.push(ms);
    }
  await Promise.all(publishers.map(({ close }) => close()));
  const [fewMs = 0, manyMs = 0] = times.map(median);
  return { title: 'Publish a resource, p50', few: fewMs, many: manyMs, budget: 1.2 };
}

async function post(author: BenchMember, world: World): Promise<number> {
  const [ask] = posting({ ...world, members: [author] }, false);
  const began = performance.now();
  const { status } = ask ? await send(ask, world.port) : { status: 0 };
  if (status !== 201) throw new Error(`A post was answered ${status}.`);
  return performance.now() - began;
}

async function postSome(author: BenchMember, world: World, times: number[]): Promise<void> {
  for (let turn = 0; turn < POSTS; turn += 1) {
    times.push(await post(author, world));
    await pause(POST_MS);
  }
}

/** What an author waited for, and what others did meanwhile. */
const waited = () => ({ author: [] as number[], others: createHistogram() });

async function postInTurns(world: World, load: Load) {
  const all = { few: waited(), many: waited() };
  const authors = { few: world.members[FOLLOWED.byFew], many: world.members[FOLLOWED.byAll] };
  const { name, connections = 1 } = CROWD;
  const ms = POSTS * POST_MS;
  const task = { name, world, connections };
  await load.run(task, world.port, ms);
  for (let turn = 0; turn < ROUNDS; turn += 1)
    for (const kind of ['few', 'many'] as const) {
      const reading = load.run(task, world.port, ms);
      await postSome(authors[kind] as BenchMember, world, all[kind].author);
      all[kind].others.add((await reading).times);
    }
  return all;
}

async function posts(dataset: Dataset): Promise<Telling[]> {
  const site = await startSite(dataset);
  const load = new Load(1);
  try {
    const signedIn = { ...(await prepareWorld(dataset)), port: site.port };
    await equip(signedIn, WRITES);
    const { few, many } = await postInTurns(await equip(signedIn, CROWD), load);
    const [fewOthers, manyOthers] = [few, many].map(({ others }) => percentiles(others).p99);
    return [
      {
        title: 'Post: its author waits, p50',
        few: median(few.author),
        many: median(many.author),
        budget: 1.5,
      },
      {
        title: 'Post: others wait, p99',
        few: fewOthers ?? 0,
        many: manyOthers ?? 0,
        budget: 2,
      },
    ];
  } finally {
    await Promise.all([stop(site.child), load.close()]);
  }
}

/** Tells few and many in turns. @param server a Postgres to have the databases in; none is SQLite */
export async function runCrowd(server?: string): Promise<Telling[]> {
  const few = await prepareCrowd(FOLLOWED.few, server);
  const many = await prepareCrowd(MANY, server);
  return [...(await posts(many)), await publishing(few, many)];
}
