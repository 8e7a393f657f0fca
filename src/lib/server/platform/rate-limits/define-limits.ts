/** A rate limit: `points` per `seconds`. */
export interface RateLimit {
  /** the counter's name */
  name: string;
  /** what is counted, as in docs/api/limits.md */
  what: string;
  points: number;
  seconds: number;
}

/** Names a noun's rate limits after their keys. */
export const defineLimits = <K extends string>(limits: Record<K, Omit<RateLimit, 'name'>>) =>
  Object.fromEntries(
    Object.entries<Omit<RateLimit, 'name'>>(limits).map(([name, limit]) => [
      name,
      { name, ...limit },
    ]),
  ) as Record<K, RateLimit>;
