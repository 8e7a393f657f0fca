/** The error codes of applications, invitations and consents, with their HTTP status. */
export const JOINING_ERRORS = {
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
} as const;
