// The values that fill the placeholders in SMS about appointments. They contain members' names, but no other text by
// members; no links, which networks block, no phone numbers and no exact places. Readers log in for more.
import { amountText, townName } from '#lib/contract/exchange/listings/listing-choices.ts';
import { halfText, machineName } from '#lib/contract/exchange/machine-texts.ts';
import { formatWeekday } from '#lib/messages/format-weekday.ts';
import { t } from '#lib/messages/t.ts';

import { countOf, everyOf, materialOf } from './bell.ts';
import type { Sms, SmsFacts, SmsValues } from './message.ts';

export const awaited = (text: Sms['text']): Sms => ({ why: 'awaited', text });
export const day = (text: Sms['text']): Sms => ({ why: 'day', text });
export const account = (text: Sms['text']): Sms => ({ why: 'account', text });

/** @returns `30 bundles of rice straw`, `30 bundles` when space is short, `all the rice straw` */
function amountOf({ amount, unit, isShort }: SmsFacts, material: string): string {
  if (amount === null || unit === null) return t('sms.amount_all', { material });
  const text = amountText(amount, unit);
  return isShort ? text : t('sms.amount_of', { amount: text, material });
}

const join = (...parts: string[]): string => parts.filter(Boolean).join(', ');

/** @returns the values for texts about an appointment; for a half day, with the part of the day */
export function toSmsValues(facts: SmsFacts, isHalfDay: boolean): SmsValues {
  const { actor, half = '', isShort } = facts;
  const material = materialOf(facts).toLowerCase();
  // Messages about accounts have no date.
  const date = facts.day && formatWeekday(facts.day);
  const place = join(date, isHalfDay ? halfText(half) : '', townName(facts.town) ?? '');
  // The text for each round is long: `every Saturday, until one of you stops`.
  const where = (isHalfDay ? null : everyOf(facts)) ?? place;
  return {
    actor,
    day: date,
    where,
    what: join(isShort ? '' : material, where),
    material,
    amount: amountOf(facts, material),
    machine: machineName(facts.machine ?? '').toLowerCase(),
    count: countOf(facts),
  };
}
