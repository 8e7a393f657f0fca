import type { ErrorCode } from '#lib/contract/error-codes.ts';

/** What is wrong with an application, an invitation or a consent (docs/product.md, "Joining"). */
export const JOINING_MESSAGES = {
  registration_closed:
    'New members join by invitation. Ask your co-op staff for one, then open its link.',
  invitation_not_found:
    'This invitation doesn’t work, or has ended. Please ask your co-op staff for a new one.',
  join_link_expired:
    'This link no longer works. If you’ve already chosen a password with it, log in. If not, fill in the form again.',
  password_link_expired:
    'This link no longer works. If you’ve already chosen a password with it, log in. If not, use “Forgot Password” on the login page.',
  role_required: 'Please choose your role.',
  about_required: 'Please write a line about what you do.',
  agreement_required: 'Please read this document and agree to it first.',
  policy_changed: 'This document has changed. Please read the new version, then agree again.',
  consent_required:
    'Please agree to our documents first: open Account Settings, then Privacy. What you wrote stays here.',
  consent_document_invalid: 'Please choose the terms or the privacy guidelines.',
  application_not_found: 'This application no longer exists.',
  application_decided: 'Someone has already decided on this application. Reload the list.',
  decline_reason_required: 'Please say why. The applicant gets this by email.',
  note_required: 'Please say who the invitation is for.',
  invitation_too_long: 'Please choose a last day within a year.',
  uses_out_of_range: 'Please enter how many people can join: 1 to 500.',
} as const satisfies Partial<Record<ErrorCode, string>>;
