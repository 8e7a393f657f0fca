import type { PolicyKind } from '#lib/contract/people/policies.ts';
import { t } from '#lib/messages/t.ts';

const NAMES: Record<PolicyKind, () => string> = {
  licensing_terms: () => t('policy.licensing_terms'),
  data_privacy_guidelines: () => t('policy.data_privacy_guidelines'),
  terms_and_conditions: () => t('policy.terms_and_conditions'),
};

/** @returns the name of a legal document */
export const policyName = (kind: PolicyKind): string => NAMES[kind]();
