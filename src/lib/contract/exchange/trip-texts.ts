// What is written of trips. Without Zod.
import { t } from '#lib/messages/t.ts';

import { amountText, townName } from './listing-choices.ts';
import type { NearTrip, Way } from './trips.ts';

const nameOf = (code: string): string => townName(code) ?? code;

/** @returns the two names of a way's towns */
export const townsOf = ({ from_town, to_town }: Way) => ({
  from: nameOf(from_town),
  to: nameOf(to_town),
});

/** @returns e.g. `Guimba to Cabanatuan` */
export const wayText = (way: Way): string => t('trip.way', townsOf(way));

/** @returns how much room there is, and for how many others: `3 sacks free · 2 loads on it` */
export function roomText({ amount_left, unit, stops }: NearTrip): string {
  const free = t('trip.free', { amount: amountText(amount_left, unit) });
  return stops === 0 ? free : `${free} · ${t('trip.with', { count: stops })}`;
}
