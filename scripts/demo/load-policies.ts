import type { Services } from '#lib/server/context.ts';
import { replacePolicy } from '#lib/server/policies/service.ts';

import { policies, readPolicyPdf } from './policies.ts';
import type { DemoPolicy } from './types.ts';

const textOf = ({ sections }: DemoPolicy): string =>
  sections.flatMap(({ heading, paragraphs }) => [`## ${heading}`, ...paragraphs]).join('\n\n');

/** Stores the legal documents with their PDFs. */
export async function loadPolicies(services: Services): Promise<void> {
  for (const policy of policies) {
    const { kind, title, updated } = policy;
    const text = textOf(policy);
    const fields = { kind, title, text, updated_at: Date.parse(updated) };
    await replacePolicy(services, await readPolicyPdf(policy), fields);
  }
}
