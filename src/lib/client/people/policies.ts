import { requestData } from '#lib/client/http/request.ts';
import { legalAgreements, type LegalAgreements } from '#lib/client/stores/legal-agreements.ts';
import { PolicySources, type PolicyKind } from '#lib/contract/people/policies.ts';

/** See docs/product.md, Legal pages. */
const TIMEOUT_MS = 5000;

const FIELDS = {
  licensing_terms: 'licensingId',
  data_privacy_guidelines: 'dataId',
  terms_and_conditions: 'termsId',
} as const satisfies Record<PolicyKind, keyof LegalAgreements>;

/** The URL of a document's PDF; null when it is unknown or missing. */
export const policySource = (stored: LegalAgreements, kind: PolicyKind): string | null =>
  stored[FIELDS[kind]];

/**
 * Fetches and stores the documents' URLs. The only failure it reports is a timeout.
 * @returns whether it timed out
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
