// A listing that repeats, with its rounds.
import { weekdayOf } from '#lib/contract/exchange/rounds.ts';
import { makeDueRounds } from '#lib/server/exchange/appointments/make-rounds.ts';
import type { Site } from '#tests/support/site/site.ts';

import { dayAfter } from './listings.ts';
import { openPickupStage, type PickupStage } from './pickups.ts';

/** A round of so many bales a week, the first in two days. */
export const weekly = (site: Site, amount: number) => ({
  amount,
  unit: 'bale',
  until: dayAfter(site, 100),
  repeat: { weeks: 1, weekday: weekdayOf(dayAfter(site, 2)) },
});

/** Makes the rounds of the next four weeks. @returns the stage */
export async function openRoundsOf(site: Site, amount = 8): Promise<PickupStage> {
  const stage = await openPickupStage(site, weekly(site, amount));
  await makeDueRounds(site.services);
  return stage;
}

/** What one asks for who wants so much of each round, from the first on. */
export const eachTime = ({ site }: PickupStage, amount: number) => ({
  amount,
  day: dayAfter(site, 2),
  each_time: true,
});
