import * as z from 'zod/mini';

import type { ErrorCode } from '#lib/contract/error-codes.ts';
import { listQuery } from '#lib/contract/pagination.ts';

import { Account } from './members.ts';

/** The documents that every member must agree to. */
export const CONSENT_DOCUMENTS = ['terms_and_conditions', 'data_privacy_guidelines'] as const;

export const ConsentDocument = z.enum(
  CONSENT_DOCUMENTS,
  'consent_document_invalid' satisfies ErrorCode,
);
export type ConsentDocument = z.infer<typeof ConsentDocument>;

/** A version of a document that was displayed. */
const Version = z
  .int('agreement_required' satisfies ErrorCode)
  .check(z.minimum(1, 'agreement_required' satisfies ErrorCode));

/** Agrees to one document. */
export const ConsentInput = z.object({ document: ConsentDocument, version: Version });
export type ConsentInput = z.infer<typeof ConsentInput>;

/** The versions that an applicant agrees to; null for a document that is not published. */
export const AgreedVersions = z.object({
  terms_version: z._default(z.nullable(Version), null),
  privacy_version: z._default(z.nullable(Version), null),
});
export type AgreedVersions = z.infer<typeof AgreedVersions>;

/** How a member agreed: in one of three ways to join, on the banner, in the settings, or as a demo member. */
const CONSENT_ORIGINS = [
  'application',
  'invitation',
  'registration',
  'strip',
  'settings',
  'demo',
] as const;
export type ConsentOrigin = (typeof CONSENT_ORIGINS)[number];

/** An agreement of the viewer. */
export const Consent = z.object({
  document: ConsentDocument,
  title: z.string(),
  version: z.number(),
  /** whether it is for the current version, and was not withdrawn */
  is_valid: z.boolean(),
  origin: z.enum(CONSENT_ORIGINS),
  /** ISO 8601, UTC */
  agreed_at: z.string(),
  withdrawn_at: z.nullable(z.string()),
});
export type Consent = z.infer<typeof Consent>;

/** A document whose current version the viewer has not agreed to. */
export const MissingConsent = z.object({
  document: ConsentDocument,
  title: z.string(),
  version: z.number(),
  /** the path of the document's page */
  path: z.string(),
});
export type MissingConsent = z.infer<typeof MissingConsent>;

export const ConsentList = z.object({
  /** newest first */
  consents: z.array(Consent),
  missing: z.array(MissingConsent),
});
export type ConsentList = z.infer<typeof ConsentList>;

const MISSING_PAGE = 30;

/** The query for members who have not agreed to the current documents. */
export const MissingConsentList = listQuery(MISSING_PAGE);

/** Members who have not agreed to the current documents, as staff see them, newest first. */
export const MissingConsentPage = z.object({
  members: z.array(Account),
  /** on all pages */
  total: z.number(),
  nextCursor: z.nullable(z.string()),
});
export type MissingConsentPage = z.infer<typeof MissingConsentPage>;
