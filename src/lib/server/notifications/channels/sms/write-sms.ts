import { t } from '#lib/messages/t.ts';
import { writeText, type SmsFacts } from '#lib/server/notifications/news/message.ts';
import { type MessageName, messageOf, MESSAGES } from '#lib/server/notifications/news/messages.ts';
import { toSmsValues } from '#lib/server/notifications/news/sms.ts';
import { site } from '#lib/site.ts';

import { countSeptets, MAX_SEPTETS, toGsm } from './gsm.ts';

/** Whether a message has a text for SMS. */
export const isSmsMessage = (name: string | null): name is MessageName =>
  typeof messageOf(name)?.sms === 'object';

/** Writes the question for consent. It names no member: anyone could have entered the number. */
export const writeQuestion = (): string => toGsm(`${site.name}: ${t('sms.question')}`);

// Longer names are cut to this length.
const MAX_PERSON = 20;
const MIN_ACTOR = 12;

/** Writes an SMS. For a steward, it names the person. Names that do not fit are cut. */
export function writeSms(message: MessageName, { person, ...facts }: SmsFacts): string {
  const { sms, subject } = MESSAGES[message];
  const whose = person ? t('sms.for_person', { person: toGsm(person).slice(0, MAX_PERSON) }) : '';
  const write = (actor: string, isShort = false) => {
    const values = toSmsValues({ ...facts, actor, isShort }, subject === 'half_day');
    const words = typeof sms === 'string' ? '' : writeText(sms.text, values);
    return toGsm([`${site.name}:`, whose, words, t('sms.ending')].filter(Boolean).join(' '));
  };
  const actor = toGsm(facts.actor) || t('sms.a_member');
  const isShort = countSeptets(write(actor.slice(0, MIN_ACTOR))) > MAX_SEPTETS;
  const text = write(actor, isShort);
  const excess = countSeptets(text) - MAX_SEPTETS;
  return excess <= 0 ? text : write(`${actor.slice(0, -excess - 1).trim()}.`, isShort);
}
