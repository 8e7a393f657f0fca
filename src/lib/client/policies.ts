import { PolicySources, type PolicyKind } from '#lib/contract/policies.ts';

import { requestData } from './http/request.ts';
import { legalAgreements, type LegalAgreements } from './stores/legal-agreements.ts';

/** So long the documents' whereabouts are waited for (spec 9). */
const TIMEOUT_MS = 5000;

const FIELDS = {
  licensing_terms: 'licensingId',
  data_privacy_guidelines: 'dataId',
  terms_and_conditions: 'termsId',
} as const satisfies Record<PolicyKind, keyof LegalAgreements>;

/** @returns where a document's PDF is; null when that is not known, or there is none */
export const policySource = (kept: LegalAgreements, kind: PolicyKind): string | null =>
  kept[FIELDS[kind]];

/**
 * Asks where the documents are, and keeps it. That it cannot be known is no news to anybody (spec 8), but that it
 * takes too long is.
 * @returns whether it took longer than 5 seconds
 */
export async function refreshLegalAgreements(): Promise<boolean> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const sources = await requestData('admin/policies/common/all', PolicySources, { signal });
    legalAgreements.set({
      version: 1,
      licensingId: sources.licensing_terms.content,
      dataId: sources.data_privacy_guidelines.content,
      termsId: sources.terms_and_conditions.content,
    });
    return false;
  } catch {
    return signal.aborted;
  }
}
