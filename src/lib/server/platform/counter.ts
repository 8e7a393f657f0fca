/** Counts what is running, by key. A key whose count is back at zero is forgotten. */
export class Counter<K> {
  readonly #counts = new Map<K, number>();

  get(key: K): number {
    return this.#counts.get(key) ?? 0;
  }

  add(key: K, delta: number): void {
    const count = this.get(key) + delta;
    if (count > 0) this.#counts.set(key, count);
    else this.#counts.delete(key);
  }
}
