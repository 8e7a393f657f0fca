import { EXCHANGE_ERRORS } from './exchange/exchange-errors.ts';
import { STEWARD_ERRORS } from './people/steward-errors.ts';

/** The error codes of applications, invitations and consents, with their HTTP status. */
const JOINING_ERRORS = {
  registration_closed: 403,
  invitation_not_found: 404,
  join_link_expired: 400,
  password_link_expired: 400,
  role_required: 400,
  about_required: 400,
  agreement_required: 400,
  policy_changed: 409,
  consent_required: 403,
  consent_document_invalid: 400,
  application_not_found: 404,
  application_decided: 409,
  decline_reason_required: 400,
  note_required: 400,
  uses_out_of_range: 400,
  invitation_too_long: 400,
  import_not_found: 404,
  import_columns_unknown: 400,
  import_empty: 400,
  import_too_long: 400,
  import_too_wide: 400,
  import_workbook: 415,
  import_nothing: 409,
  paper_required: 400,
  paper_place_required: 400,
} as const;

/** The error codes of reports and of staff decisions about them. */
const MODERATION_ERRORS = {
  report_reason_required: 400,
  own_post_report: 403,
  already_reported: 409,
  no_open_reports: 404,
  comment_not_found: 404,
  own_comment_report: 403,
  own_report: 403,
  comment_already_reported: 409,
  member_already_reported: 409,
  action_invalid: 400,
  decision_reason_required: 400,
  reason_not_found: 404,
  reason_text_required: 400,
  reason_exists: 409,
  too_many_reasons: 409,
  days_out_of_range: 400,
  nothing_to_remove: 409,
  decision_not_found: 404,
  already_replied: 409,
  no_reply: 409,
  already_responded: 409,
  not_reversible: 409,
  pending_post_not_found: 404,
  post_pending: 409,
  suspended: 403,
  avatar_closed: 403,
  name_closed: 403,
  not_closed: 409,
} as const;

/** The error codes of passkeys, with their HTTP status. */
const PASSKEY_ERRORS = {
  passkey_rejected: 401,
  passkey_invalid: 400,
  passkey_exists: 409,
  passkey_name_required: 400,
  passkey_not_found: 404,
  too_many_passkeys: 409,
  passkeys_unavailable: 409,
} as const;

/** The error codes of personal access tokens, with their HTTP status. */
const PERSONAL_TOKEN_ERRORS = {
  token_rejected: 401,
  two_credentials: 400,
  insufficient_scope: 403,
  token_not_allowed: 403,
  token_name_required: 400,
  token_scope_invalid: 400,
  token_not_found: 404,
  token_exists: 409,
  too_many_tokens: 409,
} as const;

/** Guides, policies and notifications of staff: part of `ERROR_STATUS`. */
const PUBLISHING_ERRORS = {
  draft_not_found: 404,
  heading_required: 400,
  paragraph_required: 400,
  cover_required: 400,
  blocks_required: 400,
  alt_required: 400,
  too_many_parts: 400,
  guide_too_long: 400,
  guide_language_invalid: 400,
  guide_language_taken: 400,
  translation_invalid: 400,
  draft_changed: 409,
  guide_published: 409,
  policy_not_found: 404,
  policy_draft_changed: 409,
  policy_text_required: 422,
  audience_invalid: 400,
  link_invalid: 400,
  topic_invalid: 400,
} as const;

/**
 * All error codes of the API with their HTTP status (docs/api/errors.md). A code may be for the whole response,
 * for a field, or both. Its English sentence is in lib/messages.
 */
export const ERROR_STATUS = {
  // the request
  invalid: 400,
  object_expected: 400,
  boolean_expected: 400,
  invalid_id: 400,
  malformed_json: 400,
  invalid_encoding: 400,
  malformed_upload: 400,
  malformed_url: 400,
  request_aborted: 400,
  duplicate_parameter: 400,
  duplicate_field: 400,
  unexpected_file: 400,
  invalid_cursor: 400,
  limit_out_of_range: 400,
  invalid_idempotency_key: 400,
  idempotency_key_reused: 409,
  body_too_large: 413,
  upload_too_large: 413,
  text_too_large: 413,
  unsupported_media_type: 415,
  unknown_host: 421,
  method_not_allowed: 405,
  endpoint_not_found: 404,
  page_not_found: 404,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
  storage_full: 503,
  database_damaged: 503,
  clock_jumped: 503,

  // sessions and passwords
  unauthenticated: 401,
  invalid_access_token: 401,
  viewer_mismatch: 401,
  form_of_other: 409,
  cross_origin: 403,
  invalid_csrf_token: 403,
  wrong_credentials: 401,
  wrong_phone_credentials: 401,
  email_required: 400,
  email_too_long: 400,
  email_invalid: 400,
  password_required: 400,
  password_too_long: 400,
  password_unprintable: 400,
  passwords_required: 400,
  password_weak: 400,
  common_password: 400,
  password_unchanged: 400,
  wrong_current_password: 403,
  reset_expired: 400,
  code_required: 400,
  malformed_code: 400,
  wrong_code: 400,
  session_not_found: 404,
  export_not_found: 404,
  confirmation_required: 403,
  staff_only: 403,

  // members
  member_not_found: 404,
  unknown_member: 404,
  email_taken: 409,
  email_or_phone_required: 400,
  phone_taken: 409,
  phone_needed: 409,
  staff_account: 403,
  wrong_desk_code: 400,
  no_email: 409,
  role_invalid: 400,
  last_staff_member: 409,
  own_account: 403,
  member_disabled: 409,
  act_invalid: 400,
  email_change_expired: 400,
  no_changes: 400,
  name_required: 400,
  middle_name_required: 400,
  name_characters: 400,
  name_too_long: 400,
  name_too_short: 400,
  phone_required: 400,
  phone_too_short: 400,
  phone_invalid: 400,
  number_too_short: 400,
  number_invalid: 400,
  self_follow: 400,
  too_many_follows: 409,
  self_block: 400,
  staff_not_blockable: 403,
  too_many_blocks: 409,

  // images and files
  image_required: 400,
  too_many_attachments: 400,
  file_too_large: 413,
  unsupported_image_type: 415,
  unsupported_avatar_type: 415,
  image_empty: 400,
  image_too_many_pixels: 400,
  image_too_long: 400,
  image_too_heavy: 400,
  image_damaged: 400,
  file_not_found: 404,
  pdf_empty: 400,
  not_a_pdf: 415,
  pdf_unreadable: 400,
  policy_unchanged: 409,

  // posts
  title_required: 400,
  description_required: 400,
  too_long: 400,
  unprintable_characters: 400,
  post_not_found: 404,
  post_not_yours: 403,
  post_changed: 409,
  comment_required: 400,
  comment_not_yours: 403,
  comment_post_mismatch: 400,

  ...PASSKEY_ERRORS,
  ...PERSONAL_TOKEN_ERRORS,
  ...MODERATION_ERRORS,

  ...EXCHANGE_ERRORS,
  ...JOINING_ERRORS,
  // notifications and resources
  notification_not_found: 404,
  notification_type_invalid: 400,
  notification_kind_invalid: 400,
  hour_invalid: 400,
  push_subscription_invalid: 400,
  push_device_not_found: 404,
  too_many_push_devices: 409,
  push_device_gone: 409,
  push_failed: 409,
  content_required: 400,
  resource_not_found: 404,
  site_text_required: 400,
  app_link_invalid: 400,
  site_changed: 409,
  ...PUBLISHING_ERRORS,
  ...STEWARD_ERRORS,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** The nouns of the codes `…_not_found`. */
export type Noun =
  Extract<ErrorCode, `${string}_not_found`> extends `${infer N}_not_found` ? N : never;

/** The body of every failed response: a sentence for people and a code for programs, both also per invalid field. */
export interface ErrorBody {
  error: string;
  code: string;
  fields?: Record<string, string>;
  field_codes?: Record<string, string>;
  /** the current version of an object that another request has changed */
  current?: object;
}
