import type { ErrorCode } from '#lib/contract/error-codes.ts';
import type { AgreedVersions } from '#lib/contract/people/consents.ts';
import { currentPolicyVersions } from '#lib/server/people/policies/service.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { fieldError } from '#lib/server/platform/errors.ts';

/** The current versions of the documents that applicants agree to; null for an unpublished document. */
export async function presentVersions(db: Executor): Promise<AgreedVersions> {
  const versions = await currentPolicyVersions(db);
  return {
    terms_version: versions.terms_and_conditions ?? null,
    privacy_version: versions.data_privacy_guidelines ?? null,
  };
}

function problemOf(given: number | null, present: number | null): ErrorCode | null {
  if (present === null || given === present) return null;
  return given === null ? 'agreement_required' : 'policy_changed';
}

/**
 * Requires an applicant's agreement to the current versions.
 * @returns these versions
 */
export async function checkAgreement(db: Executor, given: AgreedVersions): Promise<AgreedVersions> {
  const present = await presentVersions(db);
  for (const field of ['terms_version', 'privacy_version'] as const) {
    const problem = problemOf(given[field], present[field]);
    if (problem) throw fieldError(field, problem);
  }
  return present;
}
