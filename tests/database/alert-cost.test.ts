// Publishing does not wait for alerts: a job compares them (docs/decisions/0047-alerts.md).
import { expect, test } from 'vitest';

import { MAX_ALERTS } from '#lib/contract/alerts.ts';
import { MATERIALS } from '#lib/contract/materials.ts';
import { addAlerts } from '#tests/support/alerts.ts';
import type { Browser } from '#tests/support/http-browser.ts';
import { publishListing } from '#tests/support/listings.ts';
import { openSite } from '#tests/support/site.ts';

const ALERTS_COUNT = 10_000;
const MAX_RATIO = 1.2;
const ROUNDS = 5;
// Below the limit of a member's posts.
const POSTS_A_ROUND = 18;

const median = (times: number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

/** Publishes a listing. @returns how long it took, in milliseconds */
async function timePublishing(browser: Browser): Promise<number> {
  const start = performance.now();
  await publishListing(browser);
  return performance.now() - start;
}

// The machine may be busy at one time.
test(
  `publishing beside ${ALERTS_COUNT} alerts takes as long as without any`,
  { retry: 2 },
  async () => {
    const [none, many] = [await openSite(), await openSite()];
    const searches = MATERIALS.slice(0, MAX_ALERTS).map((material) => ({ material }));
    await addAlerts(many.services.db, ALERTS_COUNT / MAX_ALERTS, searches);
    const times: Record<'none' | 'many', number[]> = { none: [], many: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      const owners = { none: await none.signedIn(), many: await many.signedIn() };
      for (let nth = 0; nth < POSTS_A_ROUND; nth += 1)
        // In turns, so that both meet the same load.
        for (const site of nth % 2 ? (['none', 'many'] as const) : (['many', 'none'] as const))
          times[site].push(await timePublishing(owners[site]));
    }
    expect(median(times.many) / median(times.none)).toBeLessThan(MAX_RATIO);
  },
);
