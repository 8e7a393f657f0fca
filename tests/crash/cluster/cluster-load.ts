// Members who post, and guests and members who read, through a load balancer in front of two servers.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

const WRITERS = 2;
const WRITE_PAUSE_MS = 150;
const READ_PAUSE_MS = 50;
const REQUEST_MS = 10_000;
const BACK_MS = 2000;
// A post on one server is visible on the others within this time.
const SEEN_MS = 1000;
const NUMBER = /Post (\d+)/g;
export const EXPLORE = '/forums/explore';
const FEED = '/api/web/forum?limit=10';

/** A request from its client's view. */
export interface Sample {
  path: string;
  /** milliseconds since 1970 */
  start: number;
  end: number;
  isOk: boolean;
}

/** A post that was acknowledged. */
export interface AcknowledgedPost {
  number: number;
  /** milliseconds since 1970 */
  at: number;
}

/** A response that lacks a post acknowledged long before. */
interface OldResponse {
  path: string;
  /** the number of the newest post that it shows */
  newest: number;
  expected: number;
}

/** @returns the numbers of the posts that a response shows */
export const numbersIn = (text: string): number[] =>
  Array.from(text.matchAll(NUMBER), ([, number]) => Number(number));

/** Sends traffic until it is stopped, and records the results. */
export class ClusterLoad {
  readonly samples: Sample[] = [];
  readonly acknowledged: AcknowledgedPost[] = [];
  readonly old: OldResponse[] = [];
  readonly unexpected: string[] = [];
  readonly #origin: string;
  readonly #sessions: string[];
  readonly #work: Promise<unknown>;
  readonly #waiting = new Set<Pick<Sample, 'start'>>();
  #isOver = false;
  #isAway = false;
  #outages = 0;
  #nextNumber = 1;
  #turn = 0;

  /**
   * @param origin the origin of the load balancer
   * @param sessions sessions of members, who take turns to post
   */
  constructor(origin: string, sessions: string[]) {
    this.#origin = origin;
    this.#sessions = sessions;
    const writers = Array.from({ length: WRITERS }, () => this.#write());
    this.#work = Promise.all([...writers, this.#read(EXPLORE, SEEN_MS), this.#read(FEED, 0)]);
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#work;
  }

  /** @returns the number of the newest post that was acknowledged before a time */
  newestBefore(time: number): number {
    return this.acknowledged.findLast(({ at }) => at < time)?.number ?? 0;
  }

  /**
   * Without the database a server cannot know another one's writes, and guests see older pages (`getStale`): responses
   * may be outdated during the outage, but not to requests after it. The outage ends for the servers once requests
   * neither fail nor wait any more, as one of them may reach the database later.
   */
  async withoutDatabase(outage: Promise<void>): Promise<void> {
    this.#outages += 1;
    this.#isAway = true;
    await outage;
    while (!this.#isBack()) await pause(READ_PAUSE_MS);
    this.#isAway = false;
  }

  /** @returns whether for some time no request has failed or waited too long */
  #isBack(): boolean {
    const since = Date.now() - BACK_MS;
    const lastFailure = this.samples.findLast(({ isOk }) => !isOk)?.end ?? 0;
    const waits = [...this.#waiting].some(({ start }) => start < since);
    return lastFailure <= since && !waits;
  }

  #nextSession(): string {
    this.#turn += 1;
    return this.#sessions[this.#turn % this.#sessions.length] ?? '';
  }

  /** @returns the text of the response, or null for a failure that a client may repeat */
  async #send(path: string, init: RequestInit): Promise<string | null> {
    const start = Date.now();
    const waiting = { start };
    this.#waiting.add(waiting);
    let status = 0;
    let text = '';
    try {
      const signal = AbortSignal.timeout(REQUEST_MS);
      const response = await fetch(this.#origin + path, { ...init, signal });
      ({ status } = response);
      text = await response.text();
    } catch {
      status = 0;
    } finally {
      this.#waiting.delete(waiting);
    }
    const isOk = status === 200 || status === 201;
    this.samples.push({ path, start, end: Date.now(), isOk });
    if (!isOk && status !== 0 && status < 502) this.unexpected.push(`${path}: ${status} ${text}`);
    return isOk ? text : null;
  }

  /** Posts like the outbox, which repeats a request until it is acknowledged. */
  async #post(number: number): Promise<void> {
    const cookie = `session=${this.#nextSession()}`;
    const key = randomUUID();
    while (!this.#isOver) {
      const csrf = await this.#send('/api/token/csrf', { headers: { cookie } });
      const { token = '' } = JSON.parse(csrf ?? '{}') as { token?: string };
      const form = new FormData();
      form.append('title', `Post ${number}`);
      form.append('description', 'Two sacks of straw.');
      const headers = { cookie, origin: this.#origin, 'x-csrf-token': token };
      const init = { method: 'POST', body: form, headers: { ...headers, 'idempotency-key': key } };
      if (csrf && (await this.#send('/api/web/forum/posts', init))) {
        this.acknowledged.push({ number, at: Date.now() });
        return;
      }
      await pause(WRITE_PAUSE_MS);
    }
  }

  async #write(): Promise<void> {
    while (!this.#isOver) {
      const number = this.#nextNumber;
      this.#nextNumber += 1;
      await this.#post(number);
      await pause(WRITE_PAUSE_MS);
    }
  }

  /** @param seenMs how long before the request a post must be acknowledged to be shown */
  async #read(path: string, seenMs: number): Promise<void> {
    const readOnce = async () => {
      const expected = this.newestBefore(Date.now() - seenMs);
      const outages = this.#isAway ? null : this.#outages;
      const headers = { cookie: path === FEED ? `session=${this.#nextSession()}` : '' };
      const text = await this.#send(path, { headers });
      const newest = Math.max(0, ...numbersIn(text ?? ''));
      const mayBeOld = path === EXPLORE && outages !== this.#outages;
      if (text && newest < expected && !mayBeOld) this.old.push({ path, newest, expected });
    };
    const all: Promise<void>[] = [];
    // At a steady rate, whether or not earlier requests have their response.
    for (; !this.#isOver; await pause(READ_PAUSE_MS)) all.push(readOnce());
    await Promise.all(all);
  }
}
