import type { ErrorCode } from '#lib/contract/error-codes.ts';
import { MAX_ALERTS } from '#lib/contract/exchange/alerts.ts';
import { MAX_SAVED } from '#lib/contract/forum/saved-posts.ts';
import { GUIDE } from '#lib/contract/library/resource-drafts.ts';
import { IMAGE_MESSAGES } from '#lib/contract/messages/images.ts';
import { POST_MESSAGES, tooLong } from '#lib/contract/messages/posts.ts';
import { NOTIFICATION_TYPES } from '#lib/contract/notifications/notifications.ts';
import { MAX_PUSH_DEVICES } from '#lib/contract/notifications/push-devices.ts';
import { MAX_LIMIT } from '#lib/contract/pagination.ts';
import { ROLES } from '#lib/contract/people/members.ts';
import { t } from '#lib/messages/t.ts';

import {
  JOINING_MESSAGES,
  LISTING_MESSAGES,
  MODERATION_MESSAGES,
  PICKUP_MESSAGES,
} from './nouns.ts';
import { PEOPLE_MESSAGES } from './people.ts';

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

/** A time to wait, as `error.rate_limited` has it. */
function waitOf(seconds: number): { unit: string; amount: number } {
  if (seconds < MINUTE) return { unit: 'seconds', amount: seconds };
  if (seconds <= MINUTE) return { unit: 'minute', amount: 1 };
  if (seconds <= 2 * HOUR) return { unit: 'minutes', amount: Math.ceil(seconds / MINUTE) };
  return { unit: 'hours', amount: Math.ceil(seconds / HOUR) };
}

const OTHERS = {
  ...IMAGE_MESSAGES,
  ...POST_MESSAGES,
  ...LISTING_MESSAGES,
  ...PICKUP_MESSAGES,
  ...JOINING_MESSAGES,
  ...MODERATION_MESSAGES,

  object_expected: 'The body must be one JSON object, like {"name": "value"}.',
  boolean_expected: ({ name, value }) => `\`${name}\` is “${value}”. Send true or false.`,
  invalid_id: ({ name, value }) =>
    `\`${name}\` is “${value}”, which is not an id. Send an id from the API.`,
  malformed_json: 'The body could not be read as JSON. Check its quotes, commas, and brackets.',
  invalid_encoding: 'The text could not be read. Send it in UTF-8.',
  malformed_upload: 'The upload was interrupted. Please try again.',
  request_aborted: 'The request was interrupted. Please try again.',
  duplicate_parameter: ({ name }) => `\`${name}\` must be given once.`,
  duplicate_field: 'Please send each field only once.',
  unexpected_file: 'Please send files only where the form asks for them.',
  invalid_cursor: ({ value }) =>
    `The cursor “${value}” doesn’t belong to this list. Reload the list.`,
  limit_out_of_range: ({ value }) =>
    `The limit is “${value}”. Please ask for 1 to ${MAX_LIMIT} items.`,
  invalid_idempotency_key: 'The header idempotency-key must have 1 to 64 characters.',
  idempotency_key_reused:
    'Something else was sent with this idempotency-key before. Send this with a new one.',
  body_too_large: 'That’s too long. Please shorten it.',
  upload_too_large: 'This upload is too large. Please send fewer or smaller files.',
  text_too_large: 'That’s too long. Please shorten it.',
  unsupported_media_type: ({ mediaType, value }) =>
    `The content-type is “${value}”. Send ${mediaType}.`,
  unknown_host: 'This server does not serve that host name.',
  method_not_allowed: ({ allow = [] }) => `Method not allowed. Use ${allow.join(', ')}.`,
  endpoint_not_found: ({ value }) => `There is no endpoint ${value}. Check the path.`,
  rate_limited: ({ seconds = 1 }) => t('error.rate_limited', waitOf(seconds)),
  database_damaged:
    'Some of what the site stores is damaged. You can keep reading the rest. Please tell the co-op, and try again later.',
  clock_jumped: 'The server’s clock may be wrong. Its log says more.',

  invalid_access_token: 'The access token is missing or has expired. Request a new one.',
  cross_origin: 'This request came from another site, so we blocked it.',
  token_rejected:
    'This token is wrong, was removed, or has expired. Please create a new one in Account Settings.',
  two_credentials: 'This request has a session cookie and a token. Please send only one of them.',
  insufficient_scope: 'This token can only read. Please use one with the scope “write”.',
  token_not_allowed: 'A token can’t do this. Please log in to the site instead.',
  staff_only: 'Only co-op staff can do this.',

  unknown_member: ({ member }) => `No member found for ${member}.`,
  email_taken: ({ member }) => `There’s already a member with the email ${member}.`,
  role_invalid: `The role is one of ${Object.keys(ROLES).join(', ')}.`,
  last_staff_member:
    'This is the only staff member. Make someone else staff first, then try again.',
  own_account: 'You can’t do this to your own account. Please ask another staff member.',
  member_disabled: 'This member is disabled. Enable them first, then try again.',
  act_invalid: 'Please choose an action from the list.',

  image_required: 'Please choose one photo.',
  file_not_found: 'This file no longer exists.',
  pdf_empty: 'This file is empty (0 bytes). Please choose another PDF.',
  not_a_pdf: 'This file isn’t a PDF. Please choose a PDF file.',
  pdf_unreadable:
    'This PDF can’t be opened: it’s damaged, or it needs a password. Please choose another one.',
  policy_unchanged: 'This is the same PDF that members see now. Please choose the new version.',

  too_long: ({ maximum = 0 }) => tooLong(maximum),
  unprintable_characters: 'Please remove unsupported characters.',
  post_not_found: 'This post no longer exists.',
  post_not_yours: 'This post belongs to another member.',
  post_changed:
    'This post was changed somewhere else. Compare the two versions, then update again.',
  comment_not_found: 'This comment no longer exists.',
  comment_not_yours: 'This comment belongs to another member.',
  comment_post_mismatch: 'This comment belongs to another post.',
  own_post_report: 'You can’t report your own post.',
  already_reported: 'You have already reported this post.',
  no_open_reports: 'This has no open reports.',
  suspended: ({ value }) =>
    `Our staff suspended your account until ${value}. Until then, you can read but not write. Open Account Settings > Moderation to see why, and to reply.`,
  avatar_closed: ({ value }) =>
    `Our staff removed your photo. You can choose another one from ${value}.`,
  name_closed: ({ value }) =>
    `Our staff removed your name. You can choose another one from ${value}.`,

  calendar_not_found: 'This calendar address was removed or replaced.',
  alert_not_found: 'This alert no longer exists.',
  too_many_saved: `You can save at most ${MAX_SAVED} posts. Remove one first.`,
  too_many_alerts: `You can have at most ${MAX_ALERTS} alerts. Delete one first.`,

  notification_not_found: 'This notification no longer exists.',
  notification_kind_invalid: 'Choose only kinds of notifications that can be turned off.',
  push_subscription_invalid: 'This browser’s subscription can’t be used. Please try again.',
  push_device_not_found: 'This phone or browser was already removed.',
  too_many_push_devices: `Notifications can go to at most ${MAX_PUSH_DEVICES} phones and browsers. Remove one first.`,
  push_device_gone:
    'This browser no longer takes notifications, so we removed it. To get them again, turn them on there.',
  push_failed:
    'The notification could not be sent. Please try again later, or remove this one and turn it on again there.',
  notification_type_invalid: `The type is one of ${NOTIFICATION_TYPES.join(', ')}.`,
  content_required: 'Please write the text.',
  audience_invalid: 'Please choose who gets it: everyone, a role, or a town.',
  topic_invalid: 'Please choose a topic from the list, or leave it out.',
  hour_invalid: 'Please choose an hour from the list.',
  link_invalid: 'Please paste the link to a post or a guide on this site, or leave it empty.',
  resource_not_found: 'This resource no longer exists.',
  draft_not_found: 'This draft no longer exists.',
  heading_required: 'Please fill in this heading, or remove it.',
  paragraph_required: 'Please fill in this paragraph, or remove it.',
  cover_required: 'Please add a cover: an image for the top of the guide.',
  blocks_required: 'Please write something below the title.',
  alt_required: 'Please describe the image for people who can’t see it.',
  too_many_parts: `A guide can have at most ${GUIDE.maxBlocks} parts. Please split it into two guides.`,
  guide_too_long: `A guide can have at most ${GUIDE.maxLength.toLocaleString('en')} characters. Please split it into two guides.`,
  draft_changed:
    'This guide was changed somewhere else. Compare the two versions, then save one of them.',
  guide_published: 'This guide is published. Unpublish it first.',

  policy_not_found: 'There’s no document to publish yet. Upload its PDF first.',
  policy_draft_changed:
    'Another PDF was uploaded or published. Please review it before you publish.',
  policy_text_required:
    'We couldn’t read the text of this PDF. Type it into the “Text” field, or send another PDF.',
} as const satisfies Partial<Record<ErrorCode, Message>>;

/** Adds getters as they are: a spread would call them. */
const withGetters = <One extends object, Other extends object>(one: One, other: Other) =>
  Object.defineProperties(one, Object.getOwnPropertyDescriptors(other)) as One & Other;

/** The sentence of every error code; getters and those with parameters are in the language of the request. */
export const MESSAGES = withGetters(OTHERS, PEOPLE_MESSAGES) satisfies Record<ErrorCode, Message>;
