import {
  APPLICATIONS_PATH,
  DECISIONS_PATH,
  INVITATIONS_PATH,
  REASONS_PATH,
  STAFF_EXCHANGE_PATH,
  STAFF_GUIDES_PATH,
  STAFF_LOG_PATH,
  STAFF_MEMBERS_PATH,
  STAFF_NOTIFICATIONS_PATH,
  STAFF_PATH,
  STAFF_POLICIES_PATH,
  STAFF_SEASON_PATH,
  STAFF_QUEUE_PATH,
  STAFF_SITE_PATH,
} from '#lib/contract/paths.ts';
import { t } from '#lib/messages/t.ts';

/** A page of staff; those below it name it as their current one. */
interface StaffLink {
  path: string;
  label: string;
}

/** An entry in the navigation of staff. It leads to the first of its pages. */
interface StaffEntry {
  label: string;
  pages: [StaffLink, ...StaffLink[]];
}

/** The list of the applicants whom staff approved or declined. */
export const decidedPath = (state: 'admitted' | 'declined'): string =>
  `${APPLICATIONS_PATH}?state=${state}`;

const decidedLink = (state: 'admitted' | 'declined'): StaffLink => ({
  path: decidedPath(state),
  label: t('applications.tab', { state }),
});

/** @returns the entries of staff and their pages, in their order */
export const staffEntries = (): StaffEntry[] => [
  { label: t('staff.overview'), pages: [{ path: STAFF_PATH, label: t('staff.overview') }] },
  {
    label: t('staff.todo'),
    pages: [
      { path: STAFF_QUEUE_PATH, label: t('applications.tab', { state: 'waiting' }) },
      { path: DECISIONS_PATH, label: t('moderation.decisions') },
      { path: REASONS_PATH, label: t('moderation.reasons') },
    ],
  },
  {
    label: t('staff.members_entry'),
    pages: [
      { path: STAFF_MEMBERS_PATH, label: t('staff.members') },
      { path: INVITATIONS_PATH, label: t('staff.invitations') },
      decidedLink('admitted'),
      decidedLink('declined'),
    ],
  },
  {
    label: t('staff.content'),
    pages: [
      { path: STAFF_GUIDES_PATH, label: t('staff.guides') },
      { path: STAFF_POLICIES_PATH, label: t('staff.policies') },
      { path: STAFF_NOTIFICATIONS_PATH, label: t('staff.notifications') },
    ],
  },
  {
    label: t('staff.coop'),
    pages: [
      { path: STAFF_EXCHANGE_PATH, label: t('nav.exchange') },
      { path: STAFF_SEASON_PATH, label: t('staff.season') },
      { path: STAFF_SITE_PATH, label: t('staff.site') },
      { path: STAFF_LOG_PATH, label: t('staff.log') },
    ],
  },
];
