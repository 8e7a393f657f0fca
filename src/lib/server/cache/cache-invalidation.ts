import type { Db } from '#lib/server/db/schema.ts';

import type { PageTag } from './page-policy.ts';
import { incrementCacheVersion, listCacheVersions } from './queries.ts';

// Written within 200 ms and polled every 500: a change is visible on all servers within a second.
const FLUSH_MS = 200;

/**
 * Invalidates cached guest pages on all servers of one database (docs/decisions/0009-cache-invalidation.md). Changes
 * within a short time are written once.
 */
export class CacheInvalidation {
  readonly #db: Db;
  readonly #invalidate: (tag: PageTag) => void;
  readonly #onError: (error: unknown) => void;
  readonly #seenVersions = new Map<PageTag, number>();
  readonly #pending = new Set<PageTag>();
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> = Promise.resolve();
  #failing = false;

  /**
   * @param invalidate removes this server's pages with a tag
   * @param onError called once when the database becomes unavailable
   */
  constructor(db: Db, invalidate: (tag: PageTag) => void, onError: (error: unknown) => void) {
    this.#db = db;
    this.#invalidate = invalidate;
    this.#onError = onError;
  }

  /** Invalidates the pages here now, and on other servers soon. */
  publish(tag: PageTag): void {
    this.#invalidate(tag);
    this.#pending.add(tag);
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS);
  }

  /** Writes pending changes for the other servers now. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return (this.#flushing = this.#flushing.then(() => this.#try(() => this.#flushPending())));
  }

  /** Reads what other servers changed, and invalidates those pages. */
  poll(): Promise<void> {
    return this.#try(async () => {
      for (const { tag, version } of await listCacheVersions(this.#db)) this.#apply(tag, version);
      await this.#flushPending();
    });
  }

  async #flushPending(): Promise<void> {
    for (const tag of this.#pending) {
      // Removed first: a change while this is written is written again.
      this.#pending.delete(tag);
      const version = await incrementCacheVersion(this.#db, tag).catch((error: unknown) => {
        this.#pending.add(tag);
        throw error;
      });
      // Only our own change since the last poll: nothing to invalidate again.
      if (this.#seenVersions.get(tag) === version - 1) this.#seenVersions.set(tag, version);
    }
  }

  #apply(tag: PageTag, version: number): void {
    if (this.#seenVersions.get(tag) === version) return;
    this.#seenVersions.set(tag, version);
    this.#invalidate(tag);
  }

  /** Reports an unavailable database once, not twice a second. */
  async #try(work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.#failing = false;
    } catch (error) {
      if (!this.#failing) this.#onError(error);
      this.#failing = true;
    }
  }
}
