// What the emails of all nouns have.
import { materialName } from '#lib/contract/exchange/listing-choices.ts';
import { isMaterial } from '#lib/contract/exchange/materials/materials.ts';
import { formatOf } from '#lib/messages/formats.ts';

/** The parts of an email that differ by what happened. */
export interface EmailWords {
  subject: string;
  paragraphs: string[];
  /** of the button */
  label: string;
  /** what the button opens; without it, the page that the notification is about */
  path?: string;
  /** a second button */
  other?: { label: string; path: string };
}

const dayFormat = formatOf(
  'en-GB',
  (locales) =>
    new Intl.DateTimeFormat(locales, {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      timeZone: 'UTC',
    }),
);

/** @param day YYYY-MM-DD @returns `Saturday, 28 November` */
export const formatFullDay = (day: string): string => dayFormat().format(new Date(day));

/** @returns the name of a material, or the words of one that is none of the list */
export const materialOf = ({ material }: { material: string }): string =>
  isMaterial(material) ? materialName(material) : material;
