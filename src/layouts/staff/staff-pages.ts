import {
  APPLICATIONS_PATH,
  INVITATIONS_PATH,
  STAFF_GUIDES_PATH,
  STAFF_LOG_PATH,
  STAFF_MEMBERS_PATH,
  STAFF_NOTIFICATIONS_PATH,
  STAFF_PATH,
  STAFF_POLICIES_PATH,
  STAFF_REPORTS_PATH,
} from '#lib/contract/paths.ts';

/** A page in the navigation of staff. */
export interface StaffPageLink {
  path: string;
  label: string;
}

/**
 * The pages of staff, in their order: Overview, Applications, Invitations, Members, Reports, Guides, Policies,
 * Notifications, Log.
 */
export const STAFF_PAGES: StaffPageLink[] = [
  { path: STAFF_PATH, label: 'Overview' },
  { path: APPLICATIONS_PATH, label: 'Applications' },
  { path: INVITATIONS_PATH, label: 'Invitations' },
  { path: STAFF_MEMBERS_PATH, label: 'Members' },
  { path: STAFF_REPORTS_PATH, label: 'Reports' },
  { path: STAFF_GUIDES_PATH, label: 'Guides' },
  { path: STAFF_POLICIES_PATH, label: 'Policies' },
  { path: STAFF_NOTIFICATIONS_PATH, label: 'Notifications' },
  { path: STAFF_LOG_PATH, label: 'Log' },
];
