import type { ErrorCode } from '#lib/contract/error-codes.ts';

/** What is wrong with an application, an invitation or a consent (docs/product.md, "Joining"). */
export const JOINING_MESSAGES = {
  registration_closed:
    'New members join by an invitation of the co-op. Ask its staff for one, then open its link.',
  invitation_not_found:
    'This invitation does not work, or not any more. Ask the co-op’s staff for a new one.',
  join_link_expired:
    'This link no longer works. If you have chosen a password with it, log in. Otherwise fill in the form again.',
  role_required: 'Please choose what you are.',
  about_required: 'Please write a line on what you do.',
  agreement_required: 'Please read this document and agree to it first.',
  policy_changed: 'This document has changed. Please read the new version, then agree again.',
  consent_required:
    'Please agree to our documents first: open Account Settings, then Privacy. What you wrote stays here.',
  consent_document_invalid: 'Please name the terms or the privacy guidelines.',
  application_not_found: 'This application no longer exists.',
  application_decided: 'This application was decided already. Reload the list.',
  decline_reason_required: 'Please say why: the applicant gets this by email.',
  note_required: 'Please note whom the invitation is for.',
  invitation_too_long: 'Please choose a last day within a year.',
  uses_out_of_range: 'Please enter how many may join: 1 to 500.',
} as const satisfies Partial<Record<ErrorCode, string>>;
