/** Whose an item is, and how much work compared to other items. */
export interface Share {
  key?: string;
  cost?: number;
}

/**
 * Items that wait, fair by work and not by number (self-clocked fair queueing): an item waits behind the work that its
 * key has had and requested. Small items go before the large ones of others, which they cannot keep waiting for ever.
 * The items of a key are first in, first out.
 */
export class FairQueue<T> {
  readonly #waiting: { item: T; finish: number }[] = [];
  /** how much work each key has had when its last item is done */
  readonly #finishes = new Map<string, number>();
  /** the finish of the item taken last: who was away has saved nothing */
  #clock = 0;

  get size(): number {
    return this.#waiting.length;
  }

  add(item: T, { key = '', cost = 1 }: Share): void {
    const finish = Math.max(this.#clock, this.#finishes.get(key) ?? 0) + cost;
    this.#finishes.set(key, finish);
    this.#waiting.push({ item, finish });
  }

  /** @returns the next item, which no longer waits */
  take(): T | undefined {
    const [next] = this.#waiting.toSorted((a, b) => a.finish - b.finish);
    if (!next) return undefined;
    this.#waiting.splice(this.#waiting.indexOf(next), 1);
    this.#clock = next.finish;
    for (const [key, finish] of this.#finishes)
      if (finish <= this.#clock) this.#finishes.delete(key);
    return next.item;
  }
}
