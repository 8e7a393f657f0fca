// The words of emails to the owner of a listing.
import { townName } from '#lib/contract/exchange/listing-choices.ts';
import { isActive } from '#lib/contract/exchange/listing-states.ts';
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

/** By kind: the question, and the press that keeps the listing. */
const QUESTIONS: Record<ListingFacts['kind'], [question: string, yes: string]> = {
  offer: ['Still there?', 'Yes, still there'],
  need: ['Still needed?', 'Yes, still needed'],
  service: ['Still on offer?', 'Yes, still on offer'],
};

const factsOf = (listing: ListingFacts): string =>
  [materialOf(listing), townName(listing.town), `until ${formatFullDay(listing.until)}`]
    .filter(Boolean)
    .join(' · ');

const ending =
  (when: string) =>
  ({ subject, listing }: Facts): EmailWords => {
    const [question, label] = QUESTIONS[listing.kind];
    return {
      subject: `Ends ${when}: ${subject}. ${question}`,
      paragraphs: [
        `Your listing “${subject}” ends ${when}.`,
        factsOf(listing),
        'One press on the page that opens keeps it on the exchange. Otherwise you don’t have to do anything.',
      ],
      label,
    };
  };

const unrequested = ({ subject, details }: Facts): EmailWords => ({
  subject: `No request yet: ${subject}`,
  paragraphs: [
    `Half of the time of your listing “${subject}” is over, and no one has requested it yet.`,
    ...helpOf(details),
    'If it’s gone, please say so on its page.',
  ],
  label: 'Open your listing',
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
