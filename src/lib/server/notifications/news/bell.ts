// The values that fill the placeholders of notifications in the bell's dropdown.
import { materialName, townName } from '#lib/contract/exchange/listings/listing-choices.ts';
import { repeatText } from '#lib/contract/exchange/listings/listing-texts.ts';
import { machineName } from '#lib/contract/exchange/machine-texts.ts';
import { isMaterial } from '#lib/contract/exchange/materials/materials.ts';
import { formatOf } from '#lib/messages/formats.ts';
import { t } from '#lib/messages/t.ts';
import type { ListingLack } from '#lib/server/platform/notification-events.ts';

import type { BellValues, Details, Facts } from './message.ts';

// The dropdown shows no more.
const MAX_CONTENT = 160;

/** @returns the beginning of a text, for a notification */
export const excerpt = (text: string): string =>
  text.length <= MAX_CONTENT ? text : `${text.slice(0, MAX_CONTENT - 1).toWellFormed()}…`;

const dayFormat = formatOf(
  'en-GB',
  (locales) => new Intl.DateTimeFormat(locales, { day: 'numeric', month: 'long', timeZone: 'UTC' }),
);

/** @returns `28 November` */
const formatDayOf = ({ day = '1970-01-01' }: Details): string => dayFormat().format(new Date(day));

/** @returns `every Tuesday, until one of you stops`; null for a single day */
export const everyOf = ({ every }: Pick<Details, 'every'>): string | null =>
  every ? t('notification.every', { every: repeatText(every) }) : null;

/** @returns how many pickups a message is about */
export const countOf = ({ more = [] }: Pick<Details, 'more'>): number => 1 + more.length;

/** @returns the name of a material, or a material in the member's own words */
export const materialOf = ({ material = '' }: { material?: string | undefined }): string =>
  isMaterial(material) ? materialName(material) : material;

const townOf = ({ town = '' }: Details): string => townName(town) ?? town;

/** @returns the values for the texts of the bell */
export const toBellValues = (facts: Facts): BellValues => {
  const { details } = facts;
  return {
    ...facts,
    day: formatDayOf(details),
    count: countOf(details),
    machine: machineName(details.machine ?? ''),
    material: materialOf(details),
    town: townOf(details),
  };
};

export const subjectOf = ({ subject, details }: Facts): string =>
  subject || (details.subject ?? '');

/**
 * Says in the subject whom the message concerns: `For Maria: …`, or `For you: …` when a steward acted in the
 * reader's place. When it concerns just the reader, the subject stays as it is.
 */
export function withPersonConcerned({ person, details }: Facts, subject: string): string {
  if (details.inPlace) return t('notification.in_your_place', { subject });
  if (details.person === undefined) return subject;
  return t('notification.for_person', { person: person ?? t('sms.a_member'), subject });
}

/** @returns the subject, with the person whom the message concerns */
export const subjectWithPerson = (facts: Facts): string =>
  withPersonConcerned(facts, subjectOf(facts));

const LACKS: Record<ListingLack, () => string> = {
  photo: () => t('notification.lack_photo'),
  truck: () => t('notification.lack_truck'),
  price: () => t('notification.lack_price'),
};
const listFormat = formatOf('en-GB', (locales) => new Intl.ListFormat(locales));

/** @returns advice for a listing without requests, in two sentences */
export function helpOf({ missing = [], alerts = 0 }: Details): [missing: string, alerts: string] {
  const lacks = missing.map((lack) => LACKS[lack]());
  return [
    lacks.length > 0
      ? t('notification.help_lacks', { list: listFormat().format(lacks) })
      : t('notification.help_none'),
    t('notification.help_alerts', { alerts }),
  ];
}
