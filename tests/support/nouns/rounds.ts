// Repeated listings with rounds.
import { weekdayOf } from '#lib/contract/exchange/rounds.ts';
import { makeDueRounds } from '#lib/server/exchange/appointments/standing/make-rounds.ts';
import type { Site } from '#tests/support/site/site.ts';

import { dayAfter } from './listings.ts';
import { openPickupStage, type PickupStage } from './pickups.ts';

/** A weekly amount in bales, the first round in two days. */
export const weekly = (site: Site, amount: number) => ({
  amount,
  unit: 'bale',
  until: dayAfter(site, 100),
  repeat: { weeks: 1, weekday: weekdayOf(dayAfter(site, 2)) },
});

/** Creates the rounds of the next four weeks. */
export async function openRoundsOf(site: Site, amount = 8): Promise<PickupStage> {
  const stage = await openPickupStage(site, weekly(site, amount));
  await makeDueRounds(site.services);
  return stage;
}

/** A request for this amount of every round, starting with the first. */
export const eachTime = ({ site }: PickupStage, amount: number) => ({
  amount,
  day: dayAfter(site, 2),
  each_time: true,
});
