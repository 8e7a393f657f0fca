import type { Policy, PolicyKind, PolicySources } from '#lib/contract/people/policies.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';

import * as policies from './queries.ts';

const HEADING = /^## /;

export const documentUrl = (fileKey: string): string => `/media/${fileKey}`;

/** @param text in the format of `PolicyTable` */
export function toSections(text: string): Policy['sections'] {
  const sections: Policy['sections'] = [];
  for (const paragraph of text.split(/\n{2,}/)) {
    if (HEADING.test(paragraph))
      sections.push({ heading: paragraph.replace(HEADING, ''), paragraphs: [] });
    else if (sections.length > 0) sections.at(-1)?.paragraphs.push(paragraph);
    else sections.push({ heading: null, paragraphs: [paragraph] });
  }
  return sections;
}

export async function listPolicySources(ctx: Ctx): Promise<PolicySources> {
  const rows = await policies.listPolicies(ctx.db);
  const source = (kind: PolicyKind) => {
    const row = rows.find((each) => each.kind === kind);
    return { content: row ? documentUrl(row.file_key) : null };
  };
  return {
    licensing_terms: source('licensing_terms'),
    data_privacy_guidelines: source('data_privacy_guidelines'),
    terms_and_conditions: source('terms_and_conditions'),
  };
}

/** @returns null when unpublished */
export async function getPolicy(ctx: Ctx, kind: PolicyKind): Promise<Policy | null> {
  const row = await policies.findPolicy(ctx.db, kind);
  if (!row) return null;
  return {
    kind,
    title: row.title,
    content: documentUrl(row.file_key),
    size: row.bytes,
    updated: new Date(row.updated_at).toISOString(),
    sections: toSections(row.text),
  };
}

/** @returns the current version of each published document; the first is 1 */
export async function currentPolicyVersions(
  db: Executor,
): Promise<Partial<Record<PolicyKind, number>>> {
  const rows = await policies.listPolicies(db);
  return Object.fromEntries(rows.map(({ kind, version }) => [kind, version]));
}
