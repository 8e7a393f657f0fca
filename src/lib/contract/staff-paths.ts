// Without Zod, for pages.

/** The pages of staff: to all others they do not exist. */
export const STAFF_PATH = '/staff';

export const STAFF_MEMBERS_PATH = '/staff/members';

/** Staff's page of a member. */
export const staffMemberPath = (id: string): string => `${STAFF_MEMBERS_PATH}/${id}`;

export const STAFF_GUIDES_PATH = '/staff/guides';

/** Staff's page of a guide, in which they write it. */
export const staffGuidePath = (id: string): string => `${STAFF_GUIDES_PATH}/${id}`;

export const STAFF_POLICIES_PATH = '/staff/policies';

/** @param name e.g. `data-privacy` */
export const staffPolicyPath = (name: string): string => `${STAFF_POLICIES_PATH}/${name}`;

export const STAFF_NOTIFICATIONS_PATH = '/staff/notifications';

export const STAFF_LOG_PATH = '/staff/log';

/** The page on which the owner of a new email proves it. */
export const emailChangePath = (token: string): string => `/email-change/${token}`;

export const EMAIL_CHANGED_PATH = '/email-change/done';

/** @param next the path to go on to */
export const confirmPath = (next: string): string =>
  `${STAFF_PATH}/confirm?next=${encodeURIComponent(next)}`;
