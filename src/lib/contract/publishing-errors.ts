/** Of guides, policies and notifications of staff: part of `ERROR_STATUS`. */
export const PUBLISHING_ERRORS = {
  draft_not_found: 404,
  heading_required: 400,
  paragraph_required: 400,
  cover_required: 400,
  blocks_required: 400,
  alt_required: 400,
  too_many_parts: 400,
  guide_too_long: 400,
  draft_changed: 409,
  guide_published: 409,
  policy_not_found: 404,
  policy_draft_changed: 409,
  policy_text_required: 422,
  audience_invalid: 400,
  link_invalid: 400,
  topic_invalid: 400,
} as const;
