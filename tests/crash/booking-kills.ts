// Kills a server with SIGKILL repeatedly while members request, agree to, decline and cancel half days of machines, and
// join and leave a truck whose driver changes its room. Interrupted requests are sent again, on Postgres to the second
// server. After each kill nothing acknowledged may be lost, and nothing may be duplicated, partial or too much.
//   node tests/crash/booking-kills.ts [--rounds 100] [--database sqlite|postgres] [--servers 1|2]
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { ServerClient } from '#tests/support/server/server-client.ts';
import { ClusterServer, startTwoServers } from '#tests/support/server/two-servers.ts';

import { checkRows, readRows } from './bookings/booking-checks.ts';
import {
  type Actor,
  addStage,
  borrow,
  drive,
  goAlong,
  lend,
  type Stage,
  type Wish,
} from './bookings/booking-members.ts';
import {
  type KillDrill,
  KILLS,
  runKillDrill,
  type WorkUntilKilled,
  workUntilKill,
} from './kill-drill.ts';
import { pick, RULES } from './pickups/pickup-members.ts';
import { throwUnlessCut } from './writers.ts';

const LONGEST_MS = 1000;
const UNAVAILABLE = 503;
const TOO_MANY = 429;
// Each must have happened before a kill, however slow the machine is.
const BEFORE_A_KILL = ['requested', 'agreed', 'calledOff', 'joined', 'left'] as const;
/** Rejections that show that the change is already stored. */
const THERE_ALREADY = new Set(['requested booking_exists', 'offered trip_exists']);
const REPEATED = 'cut and sent again';

/** @returns whether a trip was cancelled before a joining member could read it */
const isGone = ({ change }: Wish, status: number): boolean => change === 'joined' && status === 404;

/** The servers, of which some may be down. */
class Servers {
  readonly #up: ClusterServer[];
  readonly #down: ClusterServer[];

  constructor(up: ClusterServer[], down: ClusterServer[] = []) {
    this.#up = up;
    this.#down = down;
  }

  get areAllDown(): boolean {
    return this.#up.length === 0;
  }

  /** Starts those that are down. */
  async start(): Promise<void> {
    const down = this.#down.splice(0);
    await Promise.all(down.map((each) => each.start()));
    this.#up.push(...down);
  }

  async killOne(): Promise<void> {
    const server = pick(this.#up);
    this.#up.splice(this.#up.indexOf(server), 1);
    this.#down.push(server);
    await server.kill();
  }

  /** @returns a client of a running server */
  clientOf({ session }: Actor): ServerClient {
    return new ServerClient(pick(this.#up).instance, session);
  }
}

/** The wishes of members until the server is killed, and their results. */
class BookingRound {
  readonly #db: Executor;
  readonly #servers: Servers;
  readonly #stage: Stage;
  /** the last wish of each key */
  readonly #acknowledged = new Map<string, Wish>();
  #cut: Wish[] = [];
  readonly problems: string[] = [];
  readonly counts = new Map<Wish['change'], number>();

  constructor(db: Executor, servers: Servers, stage: Stage) {
    this.#db = db;
    this.#servers = servers;
    this.#stage = stage;
  }

  /** A repeated wish is either not stored, or acknowledged by now. */
  async #checkRejected(wish: Wish, status: number, code: string): Promise<void> {
    if (!wish.isRepeated || status === TOO_MANY || wish.change === 'room') return;
    const isStored = wish.isStored(await readRows(this.#db, this.#stage));
    if (isStored !== THERE_ALREADY.has(`${wish.change} ${code}`))
      this.problems.push(
        `${wish.change} ${isStored ? 'is' : 'is not'} stored, but its repeat is ${code}`,
      );
  }

  async #send(wish: Wish): Promise<void> {
    const { change, by, method = 'POST', path, body, key = crypto.randomUUID() } = wish;
    const response = await this.#servers.clientOf(by).change(method, path, body);
    const text = await response.text();
    if (response.status === UNAVAILABLE) {
      wish.isRepeated = true;
      await this.#send(wish);
    } else if (response.ok) {
      this.counts.set(change, (this.counts.get(change) ?? 0) + 1);
      this.#acknowledged.set(key, wish);
      wish.onDone?.(text ? JSON.parse(text).data : {});
    } else if (RULES.has(response.status) || isGone(wish, response.status)) {
      const { code, field_codes = {} } = JSON.parse(text);
      await this.#checkRejected(wish, response.status, Object.values(field_codes).join() || code);
    } else throw new Error(`${path} is rejected: ${response.status} ${text.slice(0, 500)}`);
  }

  /** Lets all members fulfil their wishes concurrently, each one after the other, until the kill. */
  async work({ isOver, onDone }: WorkUntilKilled): Promise<void> {
    const stage = this.#stage;
    const work = async (next: () => Wish) => {
      while (!isOver()) {
        const wish = next();
        try {
          await this.#send(wish);
        } catch (error) {
          await throwUnlessCut(error, isOver);
          this.#cut.push(wish);
        }
        if (BEFORE_A_KILL.every((change) => this.counts.has(change))) onDone();
      }
    };
    await Promise.all([
      ...stage.lenders.map((each) => work(lend(stage, each))),
      ...stage.borrowers.map((each) => work(borrow(stage, each))),
      ...stage.loads.map((each) => work(goAlong(stage, each))),
      work(drive(stage)),
    ]);
  }

  /** Repeats wishes that the kill interrupted. @returns their number, and how many of them were stored */
  async repeat(): Promise<{ cut: number; stored: number }> {
    const cut = this.#cut;
    this.#cut = [];
    const rows = await readRows(this.#db, this.#stage);
    const stored = cut.filter((wish) => wish.change !== 'room' && wish.isStored(rows));
    await Promise.all(cut.map((wish) => this.#send(Object.assign(wish, { isRepeated: true }))));
    return { cut: cut.length, stored: stored.length };
  }

  /** @returns the errors of the round */
  async check(): Promise<string[]> {
    const rows = await readRows(this.#db, this.#stage);
    const lost = [...this.#acknowledged.values()].filter(
      (wish) => !(wish.isStored(rows) || wish.isUndone?.(rows)),
    );
    return [
      ...this.problems,
      ...checkRows(rows),
      ...lost.map(({ change, path }) => `${path}: ${change} is lost`),
    ];
  }
}

async function openServers({ drill, servers, instance }: KillDrill): Promise<Servers> {
  if (servers === 1) {
    const server = new ClusterServer(instance);
    drill.cleanUp(() => server.kill());
    return new Servers([], [server]);
  }
  const two = await startTwoServers(instance.databaseUrl);
  drill.cleanUp(() => two.close());
  return new Servers([two.a, two.b]);
}

async function killRepeatedly(of: KillDrill): Promise<void> {
  const { drill, rounds, database } = of;
  for (const change of BEFORE_A_KILL) drill.expectAtLeast(rounds, change);
  drill.expectAtLeast(rounds, REPEATED);
  const servers = await openServers(of);
  const all: BookingRound[] = [];
  for (let nth = 1; nth <= rounds; nth += 1) {
    await servers.start();
    const round = new BookingRound(database.db, servers, await addStage(database.db));
    const run = (until: WorkUntilKilled) => round.work(until);
    await workUntilKill(() => servers.killOne(), { run, longestMs: LONGEST_MS });
    if (servers.areAllDown) await servers.start();
    const { cut, stored } = await round.repeat();
    drill.fail(...(await round.check()));
    all.push(round);
    drill.count(KILLS, cut > 0 ? 1 : 0);
    drill.count(REPEATED, cut);
    drill.count('of them stored before', stored);
    for (const [change, count] of round.counts) drill.count(change, count);
    if (nth % 20 === 0) console.log(`${nth} kills`);
  }
  for (const round of all) drill.fail(...(await round.check()));
}

await runKillDrill(killRepeatedly);
