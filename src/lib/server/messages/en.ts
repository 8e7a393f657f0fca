import { MAX_ALERTS } from '#lib/contract/alerts.ts';
import { MAX_BLOCKS } from '#lib/contract/blocks.ts';
import type { ErrorCode } from '#lib/contract/error-codes.ts';
import { MAX_FOLLOWING } from '#lib/contract/follows.ts';
import { ROLES } from '#lib/contract/members.ts';
import { PASSWORD_RESET_MESSAGES, SIGN_IN_MESSAGES } from '#lib/contract/messages/auth.ts';
import { IMAGE_MESSAGES } from '#lib/contract/messages/images.ts';
import { JOINING_MESSAGES } from '#lib/contract/messages/joining.ts';
import { LISTING_MESSAGES } from '#lib/contract/messages/listings.ts';
import { MODERATION_MESSAGES } from '#lib/contract/messages/moderation.ts';
import { PICKUP_MESSAGES } from '#lib/contract/messages/pickups.ts';
import { POST_MESSAGES, tooLong } from '#lib/contract/messages/posts.ts';
import { PROFILE_MESSAGES } from '#lib/contract/messages/profile.ts';
import { NOTIFICATION_TYPES } from '#lib/contract/notifications.ts';
import { MAX_LIMIT } from '#lib/contract/pagination.ts';
import { MAX_PASSKEYS } from '#lib/contract/passkeys.ts';
import { MAX_TOKENS } from '#lib/contract/personal-tokens.ts';
import { GUIDE } from '#lib/contract/resource-drafts.ts';

/** What a sentence may contain. */
export interface ErrorParams {
  /** until the next attempt */
  seconds?: number;
  /** characters */
  maximum?: number;
  name?: string;
  mediaType?: string;
  /** what was sent */
  value?: string;
  /** methods */
  allow?: string[];
  /** an email or id */
  member?: string;
}

export type Message = string | ((params: ErrorParams) => string);

const MINUTE = 60;
const HOUR = 3600;

function formatWait(seconds: number): string {
  if (seconds < MINUTE) return `${seconds} seconds`;
  if (seconds <= MINUTE) return 'a minute';
  if (seconds <= 2 * HOUR) return `${Math.ceil(seconds / MINUTE)} minutes`;
  return `${Math.ceil(seconds / HOUR)} hours`;
}

/** The English sentence of every error code. Another language is another table. */
export const MESSAGES = {
  ...SIGN_IN_MESSAGES,
  ...PASSWORD_RESET_MESSAGES,
  ...PROFILE_MESSAGES,
  ...IMAGE_MESSAGES,
  ...POST_MESSAGES,
  ...LISTING_MESSAGES,
  ...PICKUP_MESSAGES,
  ...JOINING_MESSAGES,
  ...MODERATION_MESSAGES,

  invalid: 'Please check what you entered.',
  object_expected: 'The body must be one JSON object, like {"name": "value"}.',
  boolean_expected: ({ name, value }) => `\`${name}\` is “${value}”. Send true or false.`,
  invalid_id: ({ name, value }) =>
    `\`${name}\` is “${value}”, which is no id. Send an id that the API gave.`,
  malformed_json: 'The body could not be read as JSON. Check its quotes, commas and brackets.',
  invalid_encoding: 'The text could not be read. Send it in UTF-8.',
  malformed_upload: 'The upload was interrupted. Please send it again.',
  malformed_url: 'This address is not valid.',
  request_aborted: 'The request was interrupted.',
  duplicate_parameter: ({ name }) => `\`${name}\` must be given once.`,
  duplicate_field: 'Please send each field only once.',
  unexpected_file: 'Please send files only where the form asks for them.',
  invalid_cursor: ({ value }) => `The cursor “${value}” is not one of this list. Reload the list.`,
  limit_out_of_range: ({ value }) =>
    `The limit is “${value}”. Please ask for 1 to ${MAX_LIMIT} items.`,
  invalid_idempotency_key: 'The header idempotency-key must have 1 to 64 characters.',
  idempotency_key_reused:
    'Something else was sent with this idempotency-key before. Send this with a new one.',
  body_too_large: 'This is too much to send at once. Please make it shorter.',
  upload_too_large: 'This upload is too large. Please send fewer or smaller files.',
  text_too_large: 'Please send a shorter text.',
  unsupported_media_type: ({ mediaType, value }) =>
    `The content-type is “${value}”. Send ${mediaType}.`,
  unknown_host: 'This server does not serve that host name.',
  method_not_allowed: ({ allow = [] }) => `Method not allowed. Use ${allow.join(', ')}.`,
  endpoint_not_found: ({ value }) => `There is no endpoint ${value}. Check the path.`,
  page_not_found: 'Page not found.',
  rate_limited: ({ seconds = 1 }) =>
    `Too many attempts. Please try again in ${formatWait(seconds)}.`,
  internal: 'Something went wrong on our side. Please try again.',
  unavailable: 'The site is temporarily unavailable. Please try again in a minute.',
  database_damaged: 'The site’s database is damaged. Its log says more.',
  storage_full:
    'The site has no room to save anything right now. You can go on reading; please try again later.',

  unauthenticated: 'Please log in to continue.',
  invalid_access_token: 'The access token is missing or has expired. Fetch a new one.',
  viewer_mismatch: 'Somebody else has signed in here. Log them out, then log in again to continue.',
  cross_origin: 'This request came from another site and was not carried out.',
  invalid_csrf_token: 'This page was open for too long. Please reload it and try again.',
  wrong_credentials: 'Wrong email or password. Please try again.',
  common_password: 'This password is easy to guess. Please choose another one.',
  wrong_current_password: 'Your current password is not correct.',
  wrong_code: 'This code is not correct. Please check it and try again.',
  session_not_found: 'This device is no longer signed in.',
  passkey_rejected: 'This passkey did not work. Please try again, or use your password.',
  passkey_invalid: 'This passkey could not be verified. Please try again.',
  passkey_exists: 'This passkey is added already.',
  passkey_name_required: 'Please give the passkey a name.',
  passkey_not_found: 'This passkey was removed already.',
  too_many_passkeys: `You can have at most ${MAX_PASSKEYS} passkeys. Remove one first.`,
  passkeys_unavailable: 'Passkeys do not work at this address. Please use your password.',
  export_not_found: 'There is no copy of your data to download. Please ask for a new one.',
  token_rejected:
    'This token is wrong, was removed or has ended. Please make a new one in your account settings.',
  two_credentials: 'This request has a session cookie and a token. Please send only one of them.',
  insufficient_scope: 'This token can only read. Please use one with the scope “write”.',
  token_not_allowed: 'A token cannot do this. Please sign in to the site instead.',
  token_name_required: 'Please say what the token is for.',
  token_scope_invalid: 'Please choose what the token may do: read, or read and write.',
  token_not_found: 'This token was removed already.',
  token_exists:
    'This token was made already, and is shown only once. If you did not copy it, remove it and make a new one.',
  too_many_tokens: `You can have at most ${MAX_TOKENS} tokens. Remove one first.`,
  confirmation_required: 'Please enter your password again to go on.',
  staff_only: 'Only the staff of the co-op can do this.',

  member_not_found: 'This member no longer exists.',
  unknown_member: ({ member }) => `There is no member ${member}.`,
  email_taken: ({ member }) => `There is a member with the email ${member} already.`,
  role_invalid: `The role is one of ${Object.keys(ROLES).join(', ')}.`,
  last_staff_member:
    'This is the only member of staff. Give another member the role first, then try again.',
  own_account: 'You cannot do this to your own account. Ask another member of staff.',
  member_disabled: 'This member is disabled. Enable them first, then try again.',
  act_invalid: 'Please choose an act of the list.',
  email_change_expired:
    'This link no longer works. Ask the staff of the co-op to send you a new one.',
  self_follow: 'You cannot follow yourself.',
  self_block: 'You cannot block yourself.',
  staff_not_blockable: 'Staff look after the site and cannot be blocked. You can unfollow them.',
  too_many_blocks: `You can block at most ${MAX_BLOCKS.toLocaleString('en')} members. Unblock somebody first.`,
  too_many_follows: `You can follow at most ${MAX_FOLLOWING.toLocaleString('en')} members. Unfollow somebody first.`,

  image_required: 'Please choose one picture.',
  file_not_found: 'This file no longer exists.',
  not_a_pdf: 'This file is not a PDF.',

  too_long: ({ maximum = 0 }) => tooLong(maximum),
  unprintable_characters: 'Please remove the characters that cannot be shown.',
  post_not_found: 'This post no longer exists.',
  post_not_yours: 'This post belongs to another member.',
  post_changed: 'This post was changed somewhere else. Compare the two texts, then update again.',
  comment_not_found: 'This comment no longer exists.',
  comment_not_yours: 'This comment belongs to another member.',
  comment_post_mismatch: 'This comment belongs to another post.',
  own_post_report: 'You cannot report your own post.',
  already_reported: 'You have already reported this post.',
  no_open_reports: 'There are no open reports of this.',
  suspended: ({ value }) =>
    `The staff have suspended your account until ${value}: until then you can read, but not write. Open Account Settings > Moderation to see why, and to reply.`,

  alert_not_found: 'This alert no longer exists.',
  too_many_alerts: `You can have at most ${MAX_ALERTS} alerts. Delete one first.`,

  notification_not_found: 'This notification no longer exists.',
  notification_kind_invalid: 'Choose only kinds of notifications that can be turned off.',
  notification_type_invalid: `The type is one of ${NOTIFICATION_TYPES.join(', ')}.`,
  content_required: 'Please give the content.',
  audience_invalid: 'Please choose who gets it: everyone, a role, or a town.',
  topic_invalid: 'Please choose a topic from the list, or leave it out.',
  link_invalid: 'Please paste the address of a post or a guide of this site, or leave it empty.',
  resource_not_found: 'This resource no longer exists.',
  draft_not_found: 'This draft no longer exists.',
  heading_required: 'A heading is empty.',
  paragraph_required: 'A paragraph is empty.',
  cover_required: 'Please give a cover: a picture for the top of the guide.',
  blocks_required: 'Please write something below the title.',
  alt_required: 'Please write what the picture shows, for those who cannot see it.',
  too_many_parts: `A guide has at most ${GUIDE.maxBlocks} parts. Make two guides of it.`,
  guide_too_long: `A guide has at most ${GUIDE.maxLength.toLocaleString('en')} characters. Make two guides of it.`,
  draft_changed: 'This guide was changed somewhere else. Compare the two, then save one of them.',
  guide_published: 'This guide is published. Unpublish it first.',

  policy_not_found: 'There is no such document to publish. Upload its PDF first.',
  policy_draft_changed: 'Another PDF was uploaded or published. Look at it before you publish.',
  policy_text_required:
    'The text of this PDF cannot be read. Type it into the field “Text”, or send another PDF.',
} as const satisfies Record<ErrorCode, Message>;
