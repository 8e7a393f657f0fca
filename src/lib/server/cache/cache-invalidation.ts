import type { Db } from '#lib/server/db/schema.ts';

import type { PageTag } from './page-policy.ts';
import { incrementCacheVersion, listCacheVersions } from './queries.ts';

// Told within 200 ms and looked for every 500: what changed anywhere shows everywhere within a second.
const FLUSH_MS = 200;

/**
 * How the servers on one database tell each other what changed, so that each forgets the guests' pages that show
 * it (docs/decisions/0009-cache-invalidation.md). Many changes of a moment are told as one.
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
   * @param forget forgets this server's pages with a tag
   * @param failed is told when the database cannot be asked any more
   */
  constructor(db: Db, forget: (tag: PageTag) => void, failed: (error: unknown) => void) {
    this.#db = db;
    this.#invalidate = forget;
    this.#onError = failed;
  }

  /** Forgets the pages here at once, and tells the others soon. @param tag e.g. `posts` */
  publish(tag: PageTag): void {
    this.#invalidate(tag);
    this.#pending.add(tag);
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS);
  }

  /** Tells the others now. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return (this.#flushing = this.#flushing.then(() => this.#try(() => this.#flushPending())));
  }

  /** Looks what the others have told, and forgets what shows it. */
  poll(): Promise<void> {
    return this.#try(async () => {
      for (const { tag, version } of await listCacheVersions(this.#db)) this.#apply(tag, version);
      await this.#flushPending();
    });
  }

  async #flushPending(): Promise<void> {
    for (const tag of this.#pending) {
      // Taken out first: what changes meanwhile is told once more.
      this.#pending.delete(tag);
      const version = await incrementCacheVersion(this.#db, tag).catch((error: unknown) => {
        this.#pending.add(tag);
        throw error;
      });
      // Between the last look and this there was only our own change: nothing to forget again.
      if (this.#seenVersions.get(tag) === version - 1) this.#seenVersions.set(tag, version);
    }
  }

  #apply(tag: PageTag, version: number): void {
    if (this.#seenVersions.get(tag) === version) return;
    this.#seenVersions.set(tag, version);
    this.#invalidate(tag);
  }

  /** A database that is away is told of once, not twice a second. */
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
