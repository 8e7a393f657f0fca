// Without Zod, for pages.

export const JOIN_PATH = '/join';

/** Whether a text can be the code of an invitation, or have been. */
export const isCode = (text: string): boolean => /^[\w-]{22}$/.test(text);

/** Whether a text can be the token of an emailed link, or have been. */
export const isLinkToken = (text: string): boolean => /^[\w-]{43}$/.test(text);

/** The form of an invitation. */
export const invitationPath = (code: string): string => `${JOIN_PATH}/${code}`;

/** The page that an email leads to. */
export const joinLinkPath = (token: string): string => `${JOIN_PATH}/confirm/${token}`;

/** The page on which a member whom an operator added chooses a password. */
export const passwordLinkPath = (token: string): string => `${JOIN_PATH}/password/${token}`;

/** What a form of /join leads to: the next thing is an email, or the decision of staff. */
export const sentPath = (next: 'email' | 'staff'): string => `${JOIN_PATH}/sent?next=${next}`;

export const APPLICATIONS_PATH = '/staff/applications';
export const INVITATIONS_PATH = '/staff/invitations';

/** The staff's page of one invitation. */
export const staffInvitationPath = (id: string): string => `${INVITATIONS_PATH}/${id}`;
