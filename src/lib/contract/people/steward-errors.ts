/** The error codes of stewards. */
export const STEWARD_ERRORS = {
  steward_required: 400,
  steward_consent_required: 400,
  steward_self: 400,
  steward_is_actor: 403,
  steward_blocked: 409,
  steward_mutual: 409,
  person_is_staff: 403,
  already_looked_after: 409,
  too_many_people: 409,
  not_looked_after: 403,
  one_hand: 409,
  listing_needed: 400,
} as const;
