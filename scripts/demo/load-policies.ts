import { POLICY_TITLES } from '#lib/contract/people/policies.ts';
import { replacePolicy } from '#lib/server/people/policies/publishing.ts';
import type { Services } from '#lib/server/platform/context.ts';

import { policies, readPolicyPdf, readPolicyText } from './policies.ts';

const UPDATED_AT = Date.parse('2024-09-02');

export async function loadPolicies(services: Services): Promise<void> {
  for (const kind of policies) {
    const text = await readPolicyText(kind);
    const fields = { kind, title: POLICY_TITLES[kind], text, updated_at: UPDATED_AT };
    await replacePolicy(services, await readPolicyPdf(kind), fields);
  }
}
