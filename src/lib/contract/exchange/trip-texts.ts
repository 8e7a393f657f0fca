// Short texts about trips. Without Zod.
import { t } from '#lib/messages/t.ts';

import { amountText, townName } from './listings/listing-choices.ts';
import type { NearTrip, Route } from './trips.ts';

const nameOf = (code: string): string => townName(code) ?? code;

export const townsOf = ({ from_town, to_town }: Route) => ({
  from: nameOf(from_town),
  to: nameOf(to_town),
});

/** @returns e.g. `Guimba to Cabanatuan` */
export const routeText = (route: Route): string => t('trip.way', townsOf(route));

/** @returns the free space, and the number of other loads: `3 sacks free · 2 loads on it` */
export function roomText({ amount_left, unit, stops }: NearTrip): string {
  const free = t('trip.free', { amount: amountText(amount_left, unit) });
  return stops === 0 ? free : `${free} · ${t('trip.with', { count: stops })}`;
}
