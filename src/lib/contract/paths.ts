// Without Zod: pages load it.
import type { ReportKind } from '#lib/contract/moderation/moderation.ts';

/** The public page of a listing. */
export const listingPath = (postId: string): string => `/exchange/${postId}`;

/** The form page for a new listing. @param person the member for whom a steward posts it */
export const newListingPath = (person?: string): string =>
  person ? `/exchange/new?for=${person}` : '/exchange/new';

/** The page on which an owner confirms that a listing is still available. */
export const stillTherePath = (postId: string): string => `${listingPath(postId)}/still-there`;

/** The page that asks the owner of a new listing what they may want next. */
export const postedPath = (postId: string): string => `${listingPath(postId)}/posted`;

export const PICKUPS_PATH = '/exchange/pickups';
/** The API call that exports a member's pickups and machine bookings as CSV. */
export const PICKUPS_CSV_PATH = '/api/web/appointments/csv';
export const pickupPath = (id: string): string => `${PICKUPS_PATH}/${id}`;
/** Matches `pickupPath`, capturing the id. */
export const EACH_PICKUP = /^\/exchange\/pickups\/([\da-f-]{36})$/;
/** Matches `listingPath`, capturing the id. */
export const EACH_LISTING = /^\/exchange\/([\da-f-]{36})$/;

export const TRIPS_PATH = '/exchange/trips';
/** Redirects to the viewer's pickup that shares this truck. */
export const tripPath = (id: string): string => `${TRIPS_PATH}/${id}`;

/** The id of the element that gets the focus on the page at `comingPath`. */
export const COMING_ID = 'coming';

/**
 * The page of a pickup, with the focus on the form that says whether the viewer still comes. The fragment keeps the
 * form in view while fonts and images load.
 */
export const comingPath = (id: string, coming: 'yes' | 'no'): string =>
  `${pickupPath(id)}?coming=${coming}#${COMING_ID}`;

/** The exchange's section of the account settings: town and alerts. */
export const ACCOUNT_EXCHANGE_PATH = '/profile/exchange';

/** The URL at which a calendar program reads a member's pickups. @param token the secret in the URL */
export const calendarPath = (token: string): string => `/api/web/calendars/${token}`;

/** The parameters of a search of the exchange; one that is missing means all. */
export interface ExchangeQuery {
  /** the searched words */
  search?: string | null;
  /** empty for all kinds, since a member's search defaults to offers */
  kind?: string | null;
  material?: string | null;
  /** PSGC code; empty for all towns, since a member's search defaults to their own */
  town?: string | null;
  /** km */
  within?: number | null;
  free?: string | null;
  /** YYYY-MM-DD */
  ready_by?: string | null;
  sort?: string | null;
  cursor?: string | null;
}

/** The parameters of a search of the exchange, in their order. */
export const EXCHANGE_PARAMETERS = [
  'search',
  'kind',
  'material',
  'town',
  'within',
  'free',
  'ready_by',
  'sort',
  'cursor',
] as const;

/** @returns the parameters of a search, in a fixed order and without those that mean all; may be empty */
function toQuery(query: ExchangeQuery): string {
  const given = EXCHANGE_PARAMETERS.flatMap((name) => {
    const value = query[name];
    return value === null || value === undefined ? [] : [[name, String(value)]];
  });
  return given.length > 0 ? `?${new URLSearchParams(given)}` : '';
}

export const exchangePath = (query: ExchangeQuery): string => `/exchange${toQuery(query)}`;

/** @returns the path of the Atom feed of a search */
export const exchangeFeedPath = (query: ExchangeQuery): string =>
  `/exchange/feed.xml${toQuery({ ...query, cursor: null })}`;

/** @returns the API call that exports a search as CSV */
export const exchangeCsvPath = (query: ExchangeQuery): string =>
  `/api/web/listings/csv${toQuery({ ...query, cursor: null })}`;

/** @returns the path of the map of a search */
export const exchangeMapPath = (query: ExchangeQuery): string =>
  `/exchange/map${toQuery({ ...query, sort: null, cursor: null })}`;

/** The page of expected amounts by week. */
export const SEASON_PATH = '/season';

/** The filters of the weeks ahead; one that is missing means all. */
type SeasonFilter = Pick<ExchangeQuery, 'material' | 'town'>;

export const seasonPath = ({ material, town }: SeasonFilter): string =>
  SEASON_PATH + toQuery({ material: material || null, town: town || null });

/** @returns the path of the weeks ahead as a file */
export const seasonFilePath = (
  kind: 'csv' | 'calendar',
  { material, town }: SeasonFilter,
): string =>
  `/api/web/season/${kind}${toQuery({ material: material || null, town: town || null })}`;

export const MACHINES_PATH = '/machines';
/** Matches `machinePath`, capturing the id of its service. */
export const EACH_MACHINE = /^\/machines\/([\da-f-]{36})$/;
/** Redirects to the pickups, which include bookings of half days. */
export const BOOKINGS_PATH = '/machines/bookings';

/** @returns a query string of the parameters that are set; empty without any */
function toParameters(all: Record<string, string | null | undefined>): string {
  const given = Object.entries(all).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return given.length > 0 ? `?${new URLSearchParams(given)}` : '';
}

/** Filters machines; null means all. */
interface MachineFilter {
  machine?: string | null | undefined;
  town?: string | null | undefined;
  /** the Monday */
  week?: string | null | undefined;
  cursor?: string | null | undefined;
}

export const machinesPath = ({ machine, town, week, cursor }: MachineFilter): string =>
  MACHINES_PATH + toParameters({ machine, town, week, cursor });

/** @param done the form action that has just succeeded */
export const machinePath = (
  postId: string,
  { week, town, done }: Pick<MachineFilter, 'week' | 'town'> & { done?: string } = {},
): string => `${MACHINES_PATH}/${postId}${toParameters({ week, town, done })}`;

/** The page on which staff enter the irrigators' schedule. */
export const STAFF_SEASON_PATH = '/staff/season';
export const STAFF_SITE_PATH = '/staff/site';

/** @returns the path of the schedule of one material in one town */
export const staffSeasonPath = (grid: { material: string; town: string }): string =>
  `${STAFF_SEASON_PATH}?${new URLSearchParams(grid)}`;

/** The page about the site's languages, with a form for corrections. */
export const LANGUAGES_PATH = '/languages';
/** The target of the language switch. */
export const CHOOSE_LANGUAGE_PATH = `${LANGUAGES_PATH}/choose`;

/** The login form for phone numbers. */
export const PHONE_LOGIN_PATH = '/login/phone';
/** The account settings of the phone number for logging in. */
export const SIGN_IN_PHONE_PATH = '/profile/log-in-phone';
/** The viewer's steward, and the people whom the viewer looks after. */
export const PEOPLE_PATH = '/profile/people';
/** One person whom the viewer looks after: their open requests and listings. */
export const personPath = (id: string): string => `${PEOPLE_PATH}/${id}`;

/** The form for a desk code. */
export const DESK_CODE_PATH = '/login/code';

export const JOIN_PATH = '/join';

/** Whether a text has the format of an invitation code. */
export const isCode = (text: string): boolean => /^[\w-]{22}$/.test(text);

/** Whether a text has the format of the token in an emailed link. */
export const isLinkToken = (text: string): boolean => /^[\w-]{43}$/.test(text);

/** The application form of an invitation. */
export const invitationPath = (code: string): string => `${JOIN_PATH}/${code}`;

/** The page of the link in the confirmation email. */
export const joinLinkPath = (token: string): string => `${JOIN_PATH}/confirm/${token}`;

/** The page on which a member whom an operator added chooses a password. */
export const passwordLinkPath = (token: string): string => `${JOIN_PATH}/password/${token}`;

/** The page after a form of /join: next comes an email, or the decision of staff. */
export const sentPath = (next: 'email' | 'staff'): string => `${JOIN_PATH}/sent?next=${next}`;

export const APPLICATIONS_PATH = '/staff/applications';
export const INVITATIONS_PATH = '/staff/invitations';

/** The staff page of one invitation. */
export const staffInvitationPath = (id: string): string => `${INVITATIONS_PATH}/${id}`;

/** The form page on which a member reports something. */
export const reportPagePath = (kind: ReportKind, id: string): string => `/report/${kind}/${id}`;

/** The decisions of moderation about the viewer. */
export const MODERATION_PATH = '/profile/moderation';

/** The staff page of open reports. */
export const STAFF_REPORTS_PATH = '/staff/reports';
export const staffReportPath = (kind: ReportKind, id: string): string =>
  `${STAFF_REPORTS_PATH}/${kind}/${id}`;
export const DECISIONS_PATH = `${STAFF_REPORTS_PATH}/decisions`;
export const REPLIES_PATH = `${DECISIONS_PATH}?state=replied`;
export const decisionPath = (id: string): string => `${DECISIONS_PATH}/${id}`;
export const PENDING_PATH = `${STAFF_REPORTS_PATH}/pending`;
export const pendingPath = (id: string): string => `${PENDING_PATH}/${id}`;
export const REASONS_PATH = `${STAFF_REPORTS_PATH}/reasons`;

/** The page of a member's data privacy rights, in the account settings. */
export const PRIVACY_PATH = '/profile/privacy';
/** The page on which a member deletes their account. */
export const DELETION_PATH = `${PRIVACY_PATH}/delete`;
/** The page after the deletion of an account. */
export const GOODBYE_PATH = '/goodbye';
/** The API call that downloads the exported zip. */
export const EXPORT_FILE_PATH = '/api/web/account/export/file';

/** The pages of staff; for everyone else they do not exist. */
export const STAFF_PATH = '/staff';
export const TEST_EMAIL_PATH = '/staff/test-email';

/** The queue of staff: all that waits for a decision. */
export const STAFF_QUEUE_PATH = `${STAFF_PATH}/todo`;

export const STAFF_MEMBERS_PATH = '/staff/members';

/** The page on which staff import members from a list. */
export const STAFF_IMPORT_PATH = `${STAFF_MEMBERS_PATH}/import`;

/** The staff page of one import. */
export const staffImportPath = (id: string): string => `${STAFF_IMPORT_PATH}/${id}`;

/** The staff page of a member. */
export const staffMemberPath = (id: string): string => `${STAFF_MEMBERS_PATH}/${id}`;

export const STAFF_GUIDES_PATH = '/staff/guides';

/** The page on which staff write a guide. */
export const staffGuidePath = (id: string): string => `${STAFF_GUIDES_PATH}/${id}`;

export const STAFF_POLICIES_PATH = '/staff/policies';

/** @param name e.g. `data-privacy` */
export const staffPolicyPath = (name: string): string => `${STAFF_POLICIES_PATH}/${name}`;

export const STAFF_NOTIFICATIONS_PATH = '/staff/notifications';

/** The staff page of the outcomes of pickup requests. */
export const STAFF_EXCHANGE_PATH = '/staff/exchange';

export const STAFF_LOG_PATH = '/staff/log';

/** The page on which the owner of a new email address confirms it. */
export const emailChangePath = (token: string): string => `/email-change/${token}`;

export const EMAIL_CHANGED_PATH = '/email-change/done';

/** @param next the path to return to */
export const confirmPath = (next: string): string =>
  `${STAFF_PATH}/confirm?next=${encodeURIComponent(next)}`;

/** @param commentId the comment to scroll to, if any */
export const postPath = (id: string, commentId?: string | null): string =>
  `/forums/posts/${id}${commentId ? `?comment=${commentId}` : ''}`;

/** @returns the id in the path of a post, not validated */
export const postIdIn = (path: string): string | undefined =>
  /^\/forums\/posts\/([^/?#]+)/.exec(path)?.[1];

/** A printable sheet with a post's link as a QR code. */
export const postSheetPath = (id: string): string => `${postPath(id)}/sheet`;

/** The posts that the member saved for later. */
export const SAVED_PATH = '/profile/saved';

/** The page that saves one post, or removes it, without a script. */
export const savedPostPath = (id: string): string => `${SAVED_PATH}?post=${id}`;

/** The page on which a member edits or deletes their own comment. */
export const commentPath = (postId: string, commentId: string): string =>
  `${postPath(postId)}/comments/${commentId}`;

/** The start page of members: `/` redirects here. */
export const EXPLORE_PATH = '/forums/explore';

/** The redirect target of a deleted post's page: Explore shows a message. */
export const DELETED_POST_PATH = `${EXPLORE_PATH}?post=deleted`;

/** Explore with the dialog of a new post open. */
export const NEW_POST_HASH = '#new-post';
export const NEW_POST_PATH = `${EXPLORE_PATH}${NEW_POST_HASH}`;

/** The same, prefilled with what another app has shared. */
export const SHARED_POST_PATH = `${NEW_POST_PATH}-shared`;

/** The same, for an offer. */
export const NEW_OFFER_PATH = `${NEW_POST_PATH}-have`;

/** The POST target for shares of other apps; as a page it says what to do when the service worker is missing. */
export const SHARE_PATH = '/share';

/** The redirect target after the service worker has stored a share. */
export const SHARED_PATH = `${SHARE_PATH}?stored`;

/** The redirect target when the share cannot be stored. */
export const SHARE_FAILED_PATH = `${SHARE_PATH}?failed`;

/** The accessibility statement with its known issues. */
export const ACCESSIBILITY_PATH = '/accessibility';

/** The API call that browsers poll. */
export const POLL_PATH = '/api/web/notification';

/** The page of the member's notifications. */
export const NOTIFICATIONS_PATH = '/notifications';

/** The notification settings in the account settings. */
export const NOTIFICATION_SETTINGS_PATH = '/profile/notifications';

/** The page that stops emails of a kind; the token is appended. */
export const STOP_EMAILS_PATH = '/stop-emails';

/** The webhook for the SMS gateway. */
export const SMS_WEBHOOK_PATH = '/sms-webhook';

/** @param isOwn whether the member is the viewer */
export const memberPath = (id: string, isOwn = false): string =>
  isOwn ? '/forums/my-discussions' : `/forums/profile/${id}`;

/** The page that confirms the blocking of a member. */
export const blockPath = (id: string): string => `${memberPath(id)}/block`;

/** The members whom the viewer blocks. */
export const BLOCKED_PATH = '/profile/blocked';
/** The section of the account settings that changes the password, and its path. */
export const CHANGE_PASSWORD_ID = 'change-password';
export const CHANGE_PASSWORD_PATH = `/profile#${CHANGE_PASSWORD_ID}`;

/** The passkeys in the account settings. */
export const PASSKEYS_PATH = '/profile/passkeys';

/** The personal access tokens in the account settings. */
export const TOKENS_PATH = '/profile/tokens';

export const resourcePath = (id: string): string => `/eduhub/${id}`;
