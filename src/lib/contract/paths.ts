// Without Zod: pages load it.
import type { ReportKind } from '#lib/contract/moderation/moderation.ts';

/** The public page of a listing. */
export const listingPath = (postId: string): string => `/exchange/${postId}`;

/** The plain form of a new listing. @param person whom it is for */
export const newListingPath = (person?: string): string =>
  person ? `/exchange/new?for=${person}` : '/exchange/new';

/** Where the owner of a listing says that it is still there. */
export const stillTherePath = (postId: string): string => `${listingPath(postId)}/still-there`;

export const PICKUPS_PATH = '/exchange/pickups';
/** The call that has a member's pickups and half days of machines as a file for spreadsheets. */
export const PICKUPS_CSV_PATH = '/api/web/appointments/csv';
export const pickupPath = (id: string): string => `${PICKUPS_PATH}/${id}`;
/** A path of `pickupPath`, with its id. */
export const EACH_PICKUP = /^\/exchange\/pickups\/([\da-f-]{36})$/;
/** The same of `listingPath`. */
export const EACH_LISTING = /^\/exchange\/([\da-f-]{36})$/;

export const TRIPS_PATH = '/exchange/trips';
/** Leads to the viewer's pickup that a shared truck comes with, or that goes with it. */
export const tripPath = (id: string): string => `${TRIPS_PATH}/${id}`;

/** What has the focus on the page that `comingPath` names. */
export const COMING_ID = 'coming';

/**
 * The page of a pickup, with the form that says whether the viewer still comes in focus. The fragment keeps it in view
 * while fonts and pictures arrive.
 */
export const comingPath = (id: string, coming: 'yes' | 'no'): string =>
  `${pickupPath(id)}?coming=${coming}#${COMING_ID}`;

/** The account settings of the exchange: town and alerts. */
export const ACCOUNT_EXCHANGE_PATH = '/profile/exchange';

/** Where a calendar program reads a member's pickups. @param token the secret of the address */
export const calendarPath = (token: string): string => `/api/web/calendars/${token}`;

/** What a search of the exchange is called in its address; a field that is left out means all. */
export interface ExchangeQuery {
  /** what is looked for, in the words of who looks */
  search?: string | null;
  kind?: string | null;
  material?: string | null;
  /** PSGC code; empty for all towns, as a member's search starts at their own */
  town?: string | null;
  /** km */
  within?: number | null;
  free?: string | null;
  sort?: string | null;
  cursor?: string | null;
}

const PARAMETERS = [
  'search',
  'kind',
  'material',
  'town',
  'within',
  'free',
  'sort',
  'cursor',
] as const;

/** @returns the parameters of a search, in one order and without those that mean all; empty without any */
function toQuery(query: ExchangeQuery): string {
  const given = PARAMETERS.flatMap((name) => {
    const value = query[name];
    return value === null || value === undefined ? [] : [[name, String(value)]];
  });
  return given.length > 0 ? `?${new URLSearchParams(given)}` : '';
}

/** @returns the path of a search */
export const exchangePath = (query: ExchangeQuery): string => `/exchange${toQuery(query)}`;

/** @returns the path of a search as a feed */
export const exchangeFeedPath = (query: ExchangeQuery): string =>
  `/exchange/feed.xml${toQuery({ ...query, cursor: null })}`;

/** @returns the call that has a search as a file for spreadsheets */
export const exchangeCsvPath = (query: ExchangeQuery): string =>
  `/api/web/listings/csv${toQuery({ ...query, cursor: null })}`;

/** @returns the path of a search as a map */
export const exchangeMapPath = (query: ExchangeQuery): string =>
  `/exchange/map${toQuery({ ...query, sort: null, cursor: null })}`;

/** What will come, by week. */
export const SEASON_PATH = '/season';

/** What the weeks ahead are limited to; a field that is left out means all. */
type SeasonFilter = Pick<ExchangeQuery, 'material' | 'town'>;

/** @returns the path of the weeks ahead */
export const seasonPath = ({ material, town }: SeasonFilter): string =>
  SEASON_PATH + toQuery({ material: material || null, town: town || null });

/** @returns the path of the same as a file */
export const seasonFilePath = (
  kind: 'csv' | 'calendar',
  { material, town }: SeasonFilter,
): string =>
  `/api/web/season/${kind}${toQuery({ material: material || null, town: town || null })}`;

/** Machines that can be booked. */
export const MACHINES_PATH = '/machines';
/** A path of `machinePath`, with the id of its service. */
export const EACH_MACHINE = /^\/machines\/([\da-f-]{36})$/;
/** Leads to the pickups: half days are among them. */
export const BOOKINGS_PATH = '/machines/bookings';

/** @returns the parameters that are given; empty without any */
function toParameters(all: Record<string, string | null | undefined>): string {
  const given = Object.entries(all).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return given.length > 0 ? `?${new URLSearchParams(given)}` : '';
}

/** Which machines; null for all. */
interface MachineFilter {
  machine?: string | null | undefined;
  town?: string | null | undefined;
  /** its Monday */
  week?: string | null | undefined;
  cursor?: string | null | undefined;
}

export const machinesPath = ({ machine, town, week, cursor }: MachineFilter): string =>
  MACHINES_PATH + toParameters({ machine, town, week, cursor });

/** @param done what a form of the page has done */
export const machinePath = (
  postId: string,
  { week, town, done }: Pick<MachineFilter, 'week' | 'town'> & { done?: string } = {},
): string => `${MACHINES_PATH}/${postId}${toParameters({ week, town, done })}`;

/** Where staff type the irrigators' schedule. */
export const STAFF_SEASON_PATH = '/staff/season';

/** @returns the path of one of its grids */
export const staffSeasonPath = (grid: { material: string; province: string }): string =>
  `${STAFF_SEASON_PATH}?${new URLSearchParams(grid)}`;

/** What languages there are, and the form that says what sounds wrong in one. */
export const LANGUAGES_PATH = '/languages';
/** Where the switch of languages is sent to. */
export const CHOOSE_LANGUAGE_PATH = `${LANGUAGES_PATH}/choose`;

/** The form that signs in with a phone number. */
export const PHONE_LOGIN_PATH = '/login/phone';
/** The page in Account Settings for the number that a member signs in with. */
export const SIGN_IN_PHONE_PATH = '/profile/log-in-phone';
/** Who looks after the viewer, and whom they look after. */
export const PEOPLE_PATH = '/profile/people';
/** One of them: what waits, and what they offer. */
export const personPath = (id: string): string => `${PEOPLE_PATH}/${id}`;

/** The form for a code that staff handed over. */
export const DESK_CODE_PATH = '/login/code';

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

/** Where a member reports something with a plain form. */
export const reportPagePath = (kind: ReportKind, id: string): string => `/report/${kind}/${id}`;

/** What was decided about the viewer. */
export const MODERATION_PATH = '/profile/moderation';

/** Staff: what was reported. */
export const STAFF_REPORTS_PATH = '/staff/reports';
export const staffReportPath = (kind: ReportKind, id: string): string =>
  `${STAFF_REPORTS_PATH}/${kind}/${id}`;
export const DECISIONS_PATH = `${STAFF_REPORTS_PATH}/decisions`;
export const decisionPath = (id: string): string => `${DECISIONS_PATH}/${id}`;
export const PENDING_PATH = `${STAFF_REPORTS_PATH}/pending`;
export const pendingPath = (id: string): string => `${PENDING_PATH}/${id}`;
export const REASONS_PATH = `${STAFF_REPORTS_PATH}/reasons`;

/** The page of a member's rights, in Account Settings. */
export const PRIVACY_PATH = '/profile/privacy';
/** The page on which a member deletes their account. */
export const DELETION_PATH = `${PRIVACY_PATH}/delete`;
/** The page that follows, without an account. */
export const GOODBYE_PATH = '/goodbye';
/** The call that responds with the zip. */
export const EXPORT_FILE_PATH = '/api/web/account/export/file';

/** The pages of staff: to all others they do not exist. */
export const STAFF_PATH = '/staff';

export const STAFF_MEMBERS_PATH = '/staff/members';

/** Where staff bring in members from a list. */
export const STAFF_IMPORT_PATH = `${STAFF_MEMBERS_PATH}/import`;

/** Staff's page of such a list. */
export const staffImportPath = (id: string): string => `${STAFF_IMPORT_PATH}/${id}`;

/** Staff's page of a member. */
export const staffMemberPath = (id: string): string => `${STAFF_MEMBERS_PATH}/${id}`;

export const STAFF_GUIDES_PATH = '/staff/guides';

/** Staff's page of a guide, in which they write it. */
export const staffGuidePath = (id: string): string => `${STAFF_GUIDES_PATH}/${id}`;

export const STAFF_POLICIES_PATH = '/staff/policies';

/** @param name e.g. `data-privacy` */
export const staffPolicyPath = (name: string): string => `${STAFF_POLICIES_PATH}/${name}`;

export const STAFF_NOTIFICATIONS_PATH = '/staff/notifications';

/** Staff: what requests for pickups came to. */
export const STAFF_EXCHANGE_PATH = '/staff/exchange';

export const STAFF_LOG_PATH = '/staff/log';

/** The page on which the owner of a new email proves it. */
export const emailChangePath = (token: string): string => `/email-change/${token}`;

export const EMAIL_CHANGED_PATH = '/email-change/done';

/** @param next the path to go on to */
export const confirmPath = (next: string): string =>
  `${STAFF_PATH}/confirm?next=${encodeURIComponent(next)}`;

/** @param commentId the comment to show, if any */
export const postPath = (id: string, commentId?: string | null): string =>
  `/forums/posts/${id}${commentId ? `?comment=${commentId}` : ''}`;

/** @returns the id in the path of a post, as it was written */
export const postIdIn = (path: string): string | undefined =>
  /^\/forums\/posts\/([^/?#]+)/.exec(path)?.[1];

/** A sheet with a post's link as a QR code, to be printed. */
export const postSheetPath = (id: string): string => `${postPath(id)}/sheet`;

/** What the member saved for later. */
export const SAVED_PATH = '/profile/saved';

/** Where a member saves one post, or removes it from there, without a script. */
export const savedPostPath = (id: string): string => `${SAVED_PATH}?post=${id}`;

/** Where a member edits or deletes their own comment. */
export const commentPath = (postId: string, commentId: string): string =>
  `${postPath(postId)}/comments/${commentId}`;

/** Where members start: `/` leads them here. */
export const EXPLORE_PATH = '/forums/explore';

/** Where the page of a deleted post leads: Explore says so. */
export const DELETED_POST_PATH = `${EXPLORE_PATH}?post=deleted`;

/** Explore, with the dialog of a new post open. */
export const NEW_POST_HASH = '#new-post';
export const NEW_POST_PATH = `${EXPLORE_PATH}${NEW_POST_HASH}`;

/** The same, with what another app has shared in it. */
export const SHARED_POST_PATH = `${NEW_POST_PATH}-shared`;

/** The same, for something that the member has. */
export const NEW_OFFER_PATH = `${NEW_POST_PATH}-have`;

/** What other apps share photos and text with, by POST; as a page it says what to do where the service worker is not there. */
export const SHARE_PATH = '/share';

/** Where the service worker leads once it has stored what was shared. */
export const SHARED_PATH = `${SHARE_PATH}?stored`;

/** Where it leads when that cannot be stored. */
export const SHARE_FAILED_PATH = `${SHARE_PATH}?failed`;

/** What is claimed about accessibility, and what is not good yet. */
export const ACCESSIBILITY_PATH = '/accessibility';

/** The call that browsers repeat for news. */
export const POLL_PATH = '/api/web/notification';

/** The member's notifications, as a page. */
export const NOTIFICATIONS_PATH = '/notifications';

/** The page of the account settings. */
export const NOTIFICATION_SETTINGS_PATH = '/profile/notifications';

/** The page that stops emails of a kind, before its token. */
export const STOP_EMAILS_PATH = '/stop-emails';

/** What the SMS gateway calls. */
export const SMS_WEBHOOK_PATH = '/sms-webhook';

/** @param isOwn whether the viewer is this member */
export const memberPath = (id: string, isOwn = false): string =>
  isOwn ? '/forums/my-discussions' : `/forums/profile/${id}`;

/** The page that asks whether to block a member. */
export const blockPath = (id: string): string => `${memberPath(id)}/block`;

/** Whom the viewer blocks. */
export const BLOCKED_PATH = '/profile/blocked';
/** The part of the account settings that changes the password, and where it is. */
export const CHANGE_PASSWORD_ID = 'change-password';
export const CHANGE_PASSWORD_PATH = `/profile#${CHANGE_PASSWORD_ID}`;

/** The passkeys in the account settings. */
export const PASSKEYS_PATH = '/profile/passkeys';

/** The personal access tokens in the account settings. */
export const TOKENS_PATH = '/profile/tokens';

export const resourcePath = (id: string): string => `/eduhub/${id}`;
