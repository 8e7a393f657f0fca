/** Items that wait, by key: the keys take turns, and the items of each are first in, first out. */
export class RoundRobin<T> {
  readonly #waiting = new Map<string, T[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(key: string, item: T): void {
    this.#waiting.getOrInsertComputed(key, () => []).push(item);
    this.#size += 1;
  }

  /** Removes an item that need not wait any more. @returns whether it still waited */
  remove(key: string, item: T): boolean {
    const items = this.#waiting.get(key);
    const at = items?.indexOf(item) ?? -1;
    if (!items || at === -1) return false;
    items.splice(at, 1);
    this.#size -= 1;
    if (items.length === 0) this.#waiting.delete(key);
    return true;
  }

  /** @returns the next item, which no longer waits */
  take(): T | undefined {
    const next = this.#waiting.entries().next().value;
    if (!next) return undefined;
    const [key, items] = next;
    const item = items.shift();
    this.#size -= 1;
    // A map iterates in the order of insertion: the key's next item is the last in turn.
    this.#waiting.delete(key);
    if (items.length > 0) this.#waiting.set(key, items);
    return item;
  }
}
