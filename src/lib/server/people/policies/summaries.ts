import { hash } from 'node:crypto';

import type { Policy, PolicyKind } from '#lib/contract/people/policies.ts';

/** Hashes of the texts that are summarized in the message catalogs (src/layouts/legal/PolicySummary.astro). */
export const SUMMARIZED: Record<PolicyKind, string> = {
  licensing_terms: 'DPItcQ_L8j5fD7SR',
  data_privacy_guidelines: '0KT_DhgClUFHv3Xz',
  terms_and_conditions: 'qWv5DdbKoXaFldsJ',
};

const LENGTH = 16;

export const hashText = (sections: Policy['sections']): string =>
  hash('sha256', JSON.stringify(sections), 'base64url').slice(0, LENGTH);

/** Whether the catalogs have a summary of this text: a co-op may publish its own. */
export const isSummarized = ({ kind, sections }: Pick<Policy, 'kind' | 'sections'>): boolean =>
  hashText(sections) === SUMMARIZED[kind];
