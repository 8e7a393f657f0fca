import { setTimeout as delay } from 'node:timers/promises';

import type { Channel } from '#lib/server/db/open-channel.ts';

import type { PageTag } from './page-policy.ts';
import { incrementCacheVersion, listCacheVersions } from './queries.ts';

// On SQLite only an operator's command reads them: changes within this time are written once.
const FLUSH_MS = 200;
// A change is not acknowledged before the other servers can see it, unless that takes longer.
const MAX_PUBLISH_MS = 1000;
// Notifications within this time are one poll.
const WAKE_MS = 50;
// From the start of a poll: cached pages are sent for so long without another.
const TRUST_MS = 1000;
// The same while the database is away.
const AWAY_MS = 10_000;

/** What an invalidation calls. */
interface Hooks {
  /** the clock, milliseconds since 1970 */
  now: () => number;
  /** removes this server's pages with a tag */
  invalidate: (tag: PageTag) => void;
  /** called once when the database becomes unavailable */
  onError: (error: unknown) => void;
}

/** Invalidates cached guest pages on all servers of one database (docs/decisions/0041-many-servers.md). */
export class CacheInvalidation {
  readonly #channel: Channel;
  readonly #hooks: Hooks;
  readonly #seenVersions = new Map<PageTag, number>();
  readonly #pending = new Set<PageTag>();
  #flushTimer: NodeJS.Timeout | undefined;
  #wakeTimer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> = Promise.resolve();
  #polling: Promise<void> | undefined;
  #trustedUntil = 0;
  #hasPollFailed = false;
  #isReported = false;

  constructor(channel: Channel, hooks: Hooks) {
    this.#channel = channel;
    this.#hooks = hooks;
  }

  /**
   * Invalidates the pages here now, and on other servers soon.
   * @returns when the other servers can see it, or after a second
   */
  publish(tag: PageTag): Promise<void> {
    this.#hooks.invalidate(tag);
    this.#pending.add(tag);
    if (this.#channel.isShared)
      return Promise.race([this.flush(), delay(MAX_PUBLISH_MS, undefined, { ref: false })]);
    this.#flushTimer ??= setTimeout(() => void this.flush(), FLUSH_MS);
    return Promise.resolve();
  }

  /** Writes pending changes for the other servers now; those of concurrent calls are written once. */
  flush(): Promise<void> {
    clearTimeout(this.#flushTimer);
    this.#flushTimer = undefined;
    return (this.#flushing = this.#flushing
      .then(() => this.#flushPending())
      .catch((error: unknown) => this.#report(error)));
  }

  /** Polls soon: another server has notified. */
  wake(): void {
    this.#wakeTimer ??= setTimeout(() => {
      this.#wakeTimer = undefined;
      void this.poll();
    }, WAKE_MS);
  }

  /** Reads what other servers changed, and invalidates those pages. */
  poll(): Promise<void> {
    return (this.#polling ??= this.#poll().finally(() => (this.#polling = undefined)));
  }

  /**
   * Waits until this server knows what others changed until a second ago, also when it was paused since. While the
   * database is away it cannot know, and does not wait.
   */
  async catchUp(): Promise<void> {
    const now = this.#hooks.now();
    // A poll under way may have begun before the pause.
    while (this.#trustedUntil <= now) await this.poll();
  }

  /** Writes what is pending, and ends. */
  async close(): Promise<void> {
    clearTimeout(this.#wakeTimer);
    await this.flush();
    await this.#channel.close();
  }

  async #poll(): Promise<void> {
    const start = this.#hooks.now();
    try {
      for (const { tag, version } of await listCacheVersions(this.#channel.db))
        this.#apply(tag, version);
      this.#trustedUntil = start + TRUST_MS;
      this.#hasPollFailed = false;
      await this.flush();
      if (this.#pending.size === 0) this.#isReported = false;
    } catch (error) {
      // Not yet at the first failure: after a pause of the process timers end a query that has its response.
      if (this.#hasPollFailed) this.#trustedUntil = start + AWAY_MS;
      this.#hasPollFailed = true;
      this.#report(error);
    }
  }

  async #flushPending(): Promise<void> {
    if (this.#pending.size === 0) return;
    const tags = [...this.#pending];
    // What is added while these are written is for the next flush, or no publish would end under load.
    for (const tag of tags) {
      // Removed first: a change while this is written is written again.
      this.#pending.delete(tag);
      const version = await incrementCacheVersion(this.#channel.db, tag).catch((error: unknown) => {
        this.#pending.add(tag);
        throw error;
      });
      // Only our own change since the last poll: nothing to invalidate again.
      if (this.#seenVersions.get(tag) === version - 1) this.#seenVersions.set(tag, version);
    }
    await this.#channel.notify();
  }

  #apply(tag: PageTag, version: number): void {
    if (this.#seenVersions.get(tag) === version) return;
    this.#seenVersions.set(tag, version);
    this.#hooks.invalidate(tag);
  }

  /** Reports an unavailable database once, not twice a second. */
  #report(error: unknown): void {
    if (!this.#isReported) this.#hooks.onError(error);
    this.#isReported = true;
  }
}
