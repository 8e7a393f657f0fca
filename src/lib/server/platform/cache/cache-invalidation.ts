import type { Services } from '#lib/server/platform/context.ts';
import type { Channel } from '#lib/server/platform/db/open-postgres.ts';
import type { CacheVersionTable } from '#lib/server/platform/db/schema.ts';
import { listCacheVersions, tagOf } from '#lib/server/platform/db/transact.ts';
import type { ServerState } from '#lib/server/platform/health/service.ts';
import { runEvery, type StopFn } from '#lib/server/platform/jobs/run-job.ts';

import type { PageTag } from './page-policy.ts';

// Notifications within this time cause one poll.
const WAKE_MS = 50;
// From the start of a poll, cached pages are sent for this long without another.
const TRUST_MS = 1000;
// A poll in progress before a pause, and one after it. More would not help: the clock was set back.
const MAX_POLLS = 2;

/** The callbacks of an invalidation. */
interface Hooks {
  /** a steady clock, in milliseconds */
  now: () => number;
  /** removes this server's pages with a tag */
  invalidate: (tag: PageTag) => void;
}

/**
 * Invalidates cached guest pages on all servers of a database: a change increments a version in its transaction
 * (`transact`), and the other servers read the versions (docs/decisions/0041-many-servers.md).
 */
export class CacheInvalidation {
  readonly #channel: Channel;
  readonly #hooks: Hooks;
  readonly #seenVersions = new Map<CacheVersionTable['tag'], number>();
  #wakeTimer: NodeJS.Timeout | undefined;
  #polling: Promise<void> | undefined;
  #trustedUntil = 0;
  #hasPollFailed = false;

  constructor(channel: Channel, hooks: Hooks) {
    this.#channel = channel;
    this.#hooks = hooks;
  }

  /**
   * Invalidates the pages on this server, and makes the other servers poll soon.
   * @param changes the committed versions
   */
  publish(changes: CacheVersionTable[]): void {
    if (changes.length === 0) return;
    for (const change of changes) {
      const { tag, version } = change;
      this.#hooks.invalidate(tagOf(change));
      // The only change since the last poll is our own: nothing else to invalidate.
      if ((this.#seenVersions.get(tag) ?? 0) === version - 1) this.#seenVersions.set(tag, version);
    }
    this.#channel.notify();
  }

  /** Polls soon, because another server has sent a notification. */
  wake(): void {
    this.#wakeTimer ??= setTimeout(() => {
      this.#wakeTimer = undefined;
      // The poller reports failures.
      this.poll().catch(() => {});
    }, WAKE_MS);
  }

  /** Reads the changes by other servers, and invalidates their pages. @throws while the database is down */
  poll(): Promise<void> {
    return (this.#polling ??= this.#poll().finally(() => (this.#polling = undefined)));
  }

  /**
   * Waits until this server knows the changes by others up to a second ago, even after a pause.
   * @returns false when that is impossible; the page must then be rendered, which shows whether the database is down
   */
  async catchUp(): Promise<boolean> {
    const now = this.#hooks.now();
    const isBehind = () => this.#trustedUntil <= now;
    for (let polls = 0; isBehind() && !this.#hasPollFailed && polls < MAX_POLLS; polls += 1)
      await this.poll().catch(() => {});
    return !isBehind();
  }

  async close(): Promise<void> {
    clearTimeout(this.#wakeTimer);
    await this.#channel.close();
  }

  async #poll(): Promise<void> {
    const start = this.#hooks.now();
    try {
      for (const row of await listCacheVersions(this.#channel.db)) this.#apply(row);
      this.#trustedUntil = start + TRUST_MS;
      this.#hasPollFailed = false;
    } catch (error) {
      this.#hasPollFailed = true;
      throw error;
    }
  }

  #apply(row: CacheVersionTable): void {
    if (this.#seenVersions.get(row.tag) === row.version) return;
    this.#seenVersions.set(row.tag, row.version);
    this.#hooks.invalidate(tagOf(row));
  }
}

const POLL_MS = 500;
// The first failure may be due to a pause, or to a connection that was replaced since.
const FAILURES = 2;

/**
 * Polls twice a second for changes by other servers and operator commands, where notifications do not arrive; this
 * also reconnects the channel. A failure is logged once, and `/readyz` reports it while it lasts.
 * @returns a function that stops it
 */
export function startInvalidationPoller(
  { metrics, log }: Services,
  { problems }: ServerState,
  invalidation: CacheInvalidation,
): StopFn {
  const poll = metrics.watchJob('invalidation_poller', () => invalidation.poll());
  let failures = 0;
  const succeed = () => {
    failures = 0;
    problems.delete('invalidation');
  };
  return runEvery(
    () => poll().then(succeed),
    POLL_MS,
    (error) => {
      failures += 1;
      if (failures === FAILURES) log.error({ event: 'invalidation_failed', error });
      if (failures >= FAILURES) problems.set('invalidation', 'unavailable');
    },
  );
}
