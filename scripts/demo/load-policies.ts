import type { Services } from '#lib/server/context.ts';
import { replacePolicy } from '#lib/server/policies/service.ts';

import { policies } from './policies.ts';
import { policyPdf } from './policies/pdf.ts';
import type { DemoPolicy } from './types.ts';

const textOf = ({ sections }: DemoPolicy): string =>
  sections.flatMap(({ heading, paragraphs }) => [`## ${heading}`, ...paragraphs]).join('\n\n');

/** Makes the PDFs of the legal documents and puts them in place. */
export async function loadPolicies(services: Services): Promise<void> {
  for (const policy of policies) {
    const { kind, title, updated } = policy;
    const updated_at = Date.parse(updated);
    await replacePolicy(services, await policyPdf(policy), {
      kind,
      title,
      updated_at,
      text: textOf(policy),
    });
  }
}
