// The words of emails to the owner of a listing.
import { townName } from '#lib/contract/exchange/listing-choices.ts';
import { isActive } from '#lib/contract/exchange/listing-states.ts';
import { t } from '#lib/messages/t.ts';
import { type Details, helpOf, type MessageName } from '#lib/server/notifications/messages.ts';
import type { ListingTable } from '#lib/server/platform/db/schema.ts';

import { type EmailWords, formatFullDay, materialOf } from './email-words.ts';

/** A listing as its emails describe it. */
export interface ListingFacts extends Pick<
  ListingTable,
  'kind' | 'material' | 'town' | 'status' | 'until'
> {
  /** whether a member has requested it, whatever became of it */
  isRequested: boolean;
}

interface Facts {
  /** the title of the post */
  subject: string;
  listing: ListingFacts;
  details: Details;
}

const factsOf = (listing: ListingFacts): string =>
  [
    materialOf(listing),
    townName(listing.town),
    t('listing.until_day', { day: formatFullDay(listing.until) }),
  ]
    .filter(Boolean)
    .join(' · ');

const ending =
  (when: 'tomorrow' | 'today') =>
  ({ subject: title, listing }: Facts): EmailWords => ({
    subject: t('mail.ends_subject', { when, title, kind: listing.kind }),
    paragraphs: [t('mail.ends', { when, title }), factsOf(listing), t('mail.ends_text')],
    label: t('mail.ends_yes', { kind: listing.kind }),
  });

const unrequested = ({ subject: title, details }: Facts): EmailWords => ({
  subject: t('mail.unrequested', { title }),
  paragraphs: [
    t('mail.unrequested_text', { title }),
    ...helpOf(details),
    t('mail.unrequested_gone'),
  ],
  label: t('mail.open_listing'),
});

const LISTING_EMAILS = {
  unrequested,
  ends_tomorrow: ending('tomorrow'),
  last_day: ending('today'),
} as const satisfies Partial<Record<MessageName, (facts: Facts) => EmailWords>>;

type ListingMessage = keyof typeof LISTING_EMAILS;

/** Whether a message about a listing has an email of its own. */
export const isListingMessage = (message: string): message is ListingMessage =>
  Object.hasOwn(LISTING_EMAILS, message);

/** Writes an email to the owner of a listing. */
export const writeListingEmail = (message: ListingMessage, facts: Facts): EmailWords =>
  LISTING_EMAILS[message](facts);

/** Whether a message is about a listing's end: one press keeps it. */
export const isEnding = (message: string | null): boolean =>
  message === 'ends_tomorrow' || message === 'last_day';

/** Whether a reminder still says how things are: the listing has not ended, nor got another last day, nor a request. */
export function isListingStillSo(
  message: MessageName,
  listing: ListingFacts | null,
  { day }: Details,
): boolean {
  if (!listing || !isActive(listing.status) || (day ?? listing.until) !== listing.until)
    return false;
  return message !== 'unrequested' || !listing.isRequested;
}
