// What SMS about appointments are made of. They hold names of members, and nothing else that a member wrote; no link, which the
// networks block, no phone number and no exact place. Who wants more logs in.
import { amountText, townName } from '#lib/contract/exchange/listing-choices.ts';
import { halfText, machineName } from '#lib/contract/exchange/machine-texts.ts';
import { t } from '#lib/messages/t.ts';
import { formatDay } from '#lib/server/forum/posts/listing.ts';

import { countOf, everyOf, materialOf } from './bell.ts';
import type { Sms, SmsFacts, SmsValues } from './message.ts';

export const awaited = (text: Sms['text']): Sms => ({ why: 'awaited', text });
export const day = (text: Sms['text']): Sms => ({ why: 'day', text });
export const account = (text: Sms['text']): Sms => ({ why: 'account', text });

/** @returns `30 bundles of rice straw`, `30 bundles` where there is no room for more, `all the rice straw` */
function amountOf({ amount, unit, isShort }: SmsFacts, material: string): string {
  if (amount === null || unit === null) return t('sms.amount_all', { material });
  const text = amountText(amount, unit);
  return isShort ? text : t('sms.amount_of', { amount: text, material });
}

const join = (...parts: string[]): string => parts.filter(Boolean).join(', ');

/** @returns what texts about an appointment show: of a half day, which part of the day it is */
export function toSmsValues(facts: SmsFacts, isHalfDay: boolean): SmsValues {
  const { actor, half = '', isShort } = facts;
  const material = materialOf(facts).toLowerCase();
  // What is about an account has none.
  const date = facts.day && formatDay(facts.day);
  const place = join(date, isHalfDay ? halfText(half) : '', townName(facts.town) ?? '');
  // For each round, `every Saturday, until one of you stops` is long.
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
