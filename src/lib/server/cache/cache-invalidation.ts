import type { Db } from '#lib/server/db/schema.ts';

import { countChange, listChanges } from './queries.ts';

// Told within 200 ms and looked for every 500: what changed anywhere shows everywhere within a second.
const TELL_MS = 200;

/**
 * How the servers on one database tell each other what changed, so that each forgets the guests' pages that show
 * it (docs/decisions/0009-cache-invalidation.md). Many changes of a moment are told as one.
 */
export class Changes {
  readonly #db: Db;
  readonly #forget: (tag: string) => void;
  readonly #failed: (error: unknown) => void;
  readonly #known = new Map<string, number>();
  readonly #untold = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #telling: Promise<void> = Promise.resolve();
  #failing = false;

  /**
   * @param forget forgets this server's pages with a tag
   * @param failed is told when the database cannot be asked any more
   */
  constructor(db: Db, forget: (tag: string) => void, failed: (error: unknown) => void) {
    this.#db = db;
    this.#forget = forget;
    this.#failed = failed;
  }

  /** Forgets the pages here at once, and tells the others soon. @param tag e.g. `posts` */
  announce(tag: string): void {
    this.#forget(tag);
    this.#untold.add(tag);
    this.#timer ??= setTimeout(() => void this.tell(), TELL_MS);
  }

  /** Tells the others now. */
  tell(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return (this.#telling = this.#telling.then(() => this.#try(() => this.#tell())));
  }

  /** Looks what the others have told, and forgets what shows it. */
  look(): Promise<void> {
    return this.#try(async () => {
      for (const { tag, version } of await listChanges(this.#db)) this.#learn(tag, version);
      await this.#tell();
    });
  }

  async #tell(): Promise<void> {
    for (const tag of this.#untold) {
      // Taken out first: what changes meanwhile is told once more.
      this.#untold.delete(tag);
      const version = await countChange(this.#db, tag).catch((error: unknown) => {
        this.#untold.add(tag);
        throw error;
      });
      // Between the last look and this there was only our own change: nothing to forget again.
      if (this.#known.get(tag) === version - 1) this.#known.set(tag, version);
    }
  }

  #learn(tag: string, version: number): void {
    if (this.#known.get(tag) === version) return;
    this.#known.set(tag, version);
    this.#forget(tag);
  }

  /** A database that is away is told of once, not twice a second. */
  async #try(work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.#failing = false;
    } catch (error) {
      if (!this.#failing) this.#failed(error);
      this.#failing = true;
    }
  }
}
