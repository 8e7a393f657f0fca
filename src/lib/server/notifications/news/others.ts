// The messages about the forum, EduHub, listings, accounts and stewards.
import { siteCheckOf } from '#lib/contract/app/site-checks.ts';
import { townName } from '#lib/contract/exchange/listings/listing-choices.ts';
import { isActive } from '#lib/contract/exchange/listings/listing-states.ts';
import type { NotificationKind } from '#lib/contract/notifications/notification-kinds.ts';
import { PEOPLE_PATH, seasonPath, STAFF_PATH, stillTherePath } from '#lib/contract/paths.ts';
import { t } from '#lib/messages/t.ts';

import { excerpt, helpOf, materialOf, subjectOf, subjectWithPerson } from './bell.ts';
import { asInBell, formatFullDay } from './emails.ts';
import type { About, BellText, EmailFacts, ListingFacts, Message, WriteEmail } from './message.ts';
import { account } from './sms.ts';

/** For the forum and guides: listed by the digest. */
const inDigest = (
  kind: NotificationKind,
  digest: Message['digest'],
  title: BellText,
  content: BellText = subjectOf,
) =>
  ({
    kind,
    type: 'forum',
    title,
    content,
    email: null,
    push: true,
    sms: 'has time',
    digest,
  }) as const;

/** Also sent by email. */
const byEmail = { type: 'forum', push: true, sms: 'has time', digest: null } as const;

const seeListing = asInBell(() => t('mail.see_listing'));

/** Whether a reminder is still true: the listing is active, and its last day is unchanged. */
const isToEnd = ({ listing, details: { day } }: About): boolean =>
  listing !== null && isActive(listing.status) && (day ?? listing.until) === listing.until;

/** An email to the owner of a listing; when the listing is deleted, it has the texts of the bell. */
const ofListing =
  (
    write: (title: string, listing: ListingFacts, facts: EmailFacts) => ReturnType<WriteEmail>,
  ): WriteEmail =>
  (facts) =>
    facts.listing ? write(facts.subject, facts.listing, facts) : openListing(facts);

const openListing = asInBell(() => t('mail.open_listing'));

const factsOf = (listing: ListingFacts): string =>
  [
    materialOf(listing),
    townName(listing.town),
    t('listing.until_day', { day: formatFullDay(listing.until) }),
  ]
    .filter(Boolean)
    .join(' · ');

const ending = (when: 'tomorrow' | 'today') =>
  ofListing((title, listing) => ({
    subject: t('mail.ends_subject', { when, title, kind: listing.kind }),
    paragraphs: [t('mail.ends', { when, title }), factsOf(listing), t('mail.ends_text')],
    label: t('mail.ends_yes', { kind: listing.kind }),
  }));

const unrequested = ofListing((title, _, { details }) => ({
  subject: t('mail.unrequested', { title }),
  paragraphs: [
    t('mail.unrequested_text', { title }),
    ...helpOf(details),
    t('mail.unrequested_gone'),
  ],
  label: t('mail.open_listing'),
}));

const listing = (title: BellText, email: WriteEmail): Message => ({
  ...byEmail,
  kind: 'listing',
  title,
  content: subjectWithPerson,
  email,
  isStillSo: isToEnd,
});

const stillThere = (kind: 'offer' | 'need' | 'service') =>
  listing(() => t('notification.still_there', { kind }), openListing);

/** The page with the button that extends the listing. */
const keepPath: Message['path'] = (link) => link && stillTherePath(link);

/** About a stewardship. Its kind is `pickup`, since stewards manage pickups, and only this kind has SMS. */
const steward = (
  title: BellText,
  content: BellText,
  email: WriteEmail,
  sms: Message['sms'],
): Message => ({
  kind: 'pickup',
  type: 'verification-action',
  title,
  content,
  email,
  push: true,
  sms,
  digest: null,
  path: () => PEOPLE_PATH,
});
const seeSteward = asInBell(() => t('steward.yours'));
const seePeople = asInBell(() => t('steward.title'));

/** About an account. `email` is null: an export has an email of its own, and the other messages have none. */
const ofAccount = (title: BellText, content: BellText): Message => ({
  kind: 'account',
  type: 'verification-action',
  title,
  content,
  email: null,
  push: true,
  sms: 'has time',
  digest: null,
});

/** About the site itself, for staff. @param email null when emails may not go out */
const ofSite = (email: WriteEmail | null): Message => ({
  ...byEmail,
  kind: 'server',
  title: ({ details: { check = 'address', phase = 'begins' } }) =>
    t('notification.site', { phase, problem: siteCheckOf(check).problem() }),
  content: ({ details: { check = 'address', phase } }) =>
    phase === 'ends' ? t('notification.site_ends') : siteCheckOf(check).remedy(),
  email,
  path: () => STAFF_PATH,
});

/** The messages that are not about pickups, trips or machines. */
export const OTHER_MESSAGES = {
  liked: inDigest('like', 'reactions', 'notification.liked'),
  commented: inDigest('comment', 'reactions', 'notification.commented', (facts) =>
    excerpt(facts.comment ?? subjectOf(facts)),
  ),
  posted: { ...inDigest('post', 'posts', 'notification.posted'), type: 'forum-new-post' },
  guide: { ...inDigest('guide', 'guides', 'notification.guide'), type: 'eduhub-published' },
  still_there_offer: stillThere('offer'),
  still_there_need: stillThere('need'),
  still_there_service: stillThere('service'),
  unrequested: {
    ...listing('notification.unrequested', unrequested),
    content: (facts) => [`“${subjectOf(facts)}”.`, ...helpOf(facts.details)].join(' '),
    isStillSo: (about) => isToEnd(about) && about.listing?.isRequested === false,
  },
  ends_tomorrow: { ...listing('notification.ends_tomorrow', ending('tomorrow')), path: keepPath },
  last_day: { ...listing('notification.last_day', ending('today')), path: keepPath },
  new_listing: {
    ...byEmail,
    kind: 'alert',
    title: 'notification.new_listing',
    content: subjectOf,
    email: seeListing,
    digest: 'alerts',
  },
  week_ahead: {
    ...byEmail,
    kind: 'alert',
    title: 'notification.week_ahead',
    content: 'notification.week_ahead_text',
    email: asInBell(() => t('mail.see_weeks')),
    digest: 'alerts',
    path: (_, details) => seasonPath(details),
  },
  // States the day, since it may be read later.
  saved_ends: {
    ...byEmail,
    kind: 'saved',
    title: 'notification.saved_ends',
    content: subjectOf,
    email: seeListing,
    isStillSo: isToEnd,
  },
  steward_begun: {
    ...steward(
      'notification.steward_begun',
      'notification.steward_begun_text',
      seeSteward,
      account('sms.steward_begun'),
    ),
    begins: 'steward',
  },
  steward_ended: steward(
    'notification.steward_ended',
    'notification.steward_ended_text',
    seeSteward,
    account('sms.steward_ended'),
  ),
  // Without a name: disabled and blocked members are invisible.
  steward_away: steward(
    'notification.steward_away',
    'notification.steward_ended_text',
    seeSteward,
    account('sms.steward_away'),
  ),
  steward_chosen: {
    ...steward(
      'notification.steward_chosen',
      'notification.steward_chosen_text',
      seePeople,
      account('sms.steward_chosen'),
    ),
    begins: 'person',
  },
  steward_over: steward(
    ({ actor }) => t('notification.steward_over', { actor, named: actor ? 'yes' : 'no' }),
    'notification.steward_over_text',
    seePeople,
    account('sms.steward_over'),
  ),
  site: ofSite(asInBell(() => t('mail.see_server'))),
  site_mail: ofSite(null),
  phone_given: ofAccount('notification.phone_given', 'notification.phone_given_text'),
  email_rejected: ofAccount('notification.email_rejected', 'notification.email_rejected_text'),
  export_ready: ofAccount('notification.export_ready', 'notification.export_ready_text'),
} as const satisfies Record<string, Message>;
