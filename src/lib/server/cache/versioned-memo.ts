/** Keeps what was read from a database until anything in it changes, whoever changes it: what is kept is never old. */
export class Kept<T> {
  readonly #version: () => number | null;
  readonly #values = new Map<number, Promise<T>>();
  #keptAt: number | null = null;

  /** @param version of the database: another number after every change; null where it does not tell (Postgres) */
  constructor(version: () => number | null) {
    this.#version = version;
  }

  /**
   * Reads something, unless it is kept.
   * @param key tells it from what else is read; there are few
   * @param read reads it; those who ask meanwhile wait for it too
   * @returns null where nothing can be kept
   */
  read(key: number, read: () => Promise<T>): Promise<T> | null {
    const version = this.#version();
    if (version === null) return null;
    // Asked before it is read: what changes between the two is only read once more.
    if (version !== this.#keptAt) this.#values.clear();
    this.#keptAt = version;
    const kept = this.#values.get(key);
    if (kept) return kept;
    const value = read();
    this.#values.set(key, value);
    value.catch(() => this.#values.delete(key));
    return value;
  }
}
