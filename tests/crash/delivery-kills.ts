// Kills the server with SIGKILL repeatedly while up to 500 events are sent by email and push. Each event must be sent
// by both. It may be sent twice only if a kill interrupted it, and then with the same Message-ID or topic.
//   node tests/crash/delivery-kills.ts [--rounds 100] [--database sqlite|postgres] [--servers 1|2]
import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { killServer } from '#tests/support/server/server-process.ts';

import {
  addMembersWithPhones,
  type Arrival,
  countQueued,
  listLeased,
  queueEvent,
  Receivers,
} from './delivery-events.ts';
import { type KillDrill, KILLS, runKillDrill } from './kill-drill.ts';

const SCRIPT = resolve(import.meta.dirname, 'deliver.ts');
const EVENTS = 500;
// Even with few rounds, this is enough for each kill to interrupt some of them.
const EVENTS_A_ROUND = 20;
const MEMBERS = 50;
// A kill may come while nothing is being sent.
const MAX_TRIES = 3;
const CHANNELS = ['email', 'push'] as const;
// After this time another server sends what a killed one was sending.
const LEASE_MS = 121_000;
const POLL_MS = 5;
const PATIENCE_MS = 60_000;

/** Waits until a condition holds. @throws Error when it takes too long */
async function until(what: string, patience: number, isSo: () => boolean | Promise<boolean>) {
  const end = performance.now() + patience;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`Waited too long for ${what}.`);
    await pause(POLL_MS);
  }
}

const keyOf = ({ channel, title }: Pick<Arrival, 'channel' | 'title'>) => `${channel} of ${title}`;

/** The events, their servers, and what was being sent at each kill. */
class Deliveries {
  readonly #of: KillDrill;
  readonly #receivers: Receivers;
  readonly #members: string[];
  /** how many kills interrupted the sending of each arrival, by its key */
  readonly #repeatable = new Map<string, number>();
  readonly #servers: ChildProcess[] = [];
  #aheadMs = 0;
  #queued = 0;

  constructor(of: KillDrill, receivers: Receivers, members: string[]) {
    this.#of = of;
    this.#receivers = receivers;
    this.#members = members;
  }

  /** Starts the missing servers. */
  start(): void {
    const { instance, servers } = this.#of;
    const env = {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DEMO: '1',
      DATA_DIR: instance.dataDir,
      DATABASE_URL: instance.databaseUrl,
      AHEAD_MS: String(this.#aheadMs),
      ...this.#receivers.settings,
    };
    while (this.#servers.length < servers)
      this.#servers.push(
        spawn(process.execPath, [SCRIPT], { env, stdio: ['ignore', 'inherit', 'inherit'] }),
      );
  }

  async queue(count: number): Promise<void> {
    const now = () => Date.now() + this.#aheadMs;
    for (let nth = 0; nth < count; nth += 1) {
      const member = this.#members[this.#queued % this.#members.length] ?? '';
      await queueEvent(this.#of.database.db, now, member, `Event ${this.#queued}`);
      this.#queued += 1;
    }
  }

  /** Kills a sending server after some more arrivals. */
  async kill(after: number): Promise<void> {
    const { drill, database, servers } = this.#of;
    const enough = this.#receivers.count + after;
    await until('something that arrives', PATIENCE_MS, () => this.#receivers.count >= enough);
    const [server] = this.#servers.splice(Math.floor(Math.random() * servers), 1);
    if (server) await killServer(server);
    const leased = await listLeased(database.db);
    drill.count(KILLS, leased.length > 0 ? 1 : 0);
    const arrived = new Set(this.#receivers.arrivals.map(keyOf));
    const keys = leased.map(({ channel, title }) => keyOf({ channel, title: title ?? '' }));
    for (const key of keys.filter((each) => arrived.has(each)))
      this.#repeatable.set(key, (this.#repeatable.get(key) ?? 0) + 1);
    // Sets the next server's clock past the lease, so that it resends at once. With two servers, the leases of the one
    // that still runs would run out, too.
    if (servers === 1) this.#aheadMs += LEASE_MS;
  }

  /** Lets the servers send everything that is left, and stops them. */
  async finish(): Promise<void> {
    this.start();
    await until('the rest', LEASE_MS + PATIENCE_MS, async () => {
      return (await countQueued(this.#of.database.db)) === 0;
    });
    for (const server of this.#servers) await killServer(server);
  }

  endAll(): void {
    for (const server of this.#servers) server.kill('SIGKILL');
  }

  check(): void {
    const { drill } = this.#of;
    const arrivals = Map.groupBy(this.#receivers.arrivals, keyOf);
    for (let nth = 0; nth < this.#queued; nth += 1)
      for (const channel of CHANNELS) {
        const key = keyOf({ channel, title: `Event ${nth}` });
        const all = arrivals.get(key) ?? [];
        if (all.length === 0) drill.fail(`Never arrived: ${key}`);
        else drill.count(`by ${channel}`);
        drill.count('repeated', Math.max(0, all.length - 1));
        if (all.length > 1 + (this.#repeatable.get(key) ?? 0))
          drill.fail(`Arrived ${all.length} times: ${key}`);
        const ids = new Set(all.map(({ id }) => id));
        if (ids.size > 1 || ids.has('')) drill.fail(`Has no id, or two: ${key}`);
      }
  }
}

await runKillDrill(async (of) => {
  const { drill, rounds, database } = of;
  const events = Math.min(EVENTS, EVENTS_A_ROUND * rounds);
  for (const channel of CHANNELS) drill.expectAtLeast(events, `by ${channel}`);
  const receivers = await Receivers.open();
  drill.cleanUp(() => receivers.close());
  const members = await addMembersWithPhones(database.db, receivers.push, MEMBERS);
  const deliveries = new Deliveries(of, receivers, members);
  drill.cleanUp(() => deliveries.endAll());
  const share = Math.ceil(events / rounds);
  for (let nth = 1; drill.countOf(KILLS) < rounds && nth <= MAX_TRIES * rounds; nth += 1) {
    deliveries.start();
    const after = 1 + Math.floor(Math.random() * share);
    await Promise.all([deliveries.queue(share), deliveries.kill(after)]);
    if (nth % 20 === 0) console.log(`${nth} kills`);
  }
  await deliveries.finish();
  deliveries.check();
});
