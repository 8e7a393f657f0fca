import type { Policy, PolicyKind, PolicySources } from '#lib/contract/policies.ts';
import { recordAct } from '#lib/server/audit-log/record-act.ts';
import type { Ctx, Services } from '#lib/server/context.ts';
import type { PolicyTable } from '#lib/server/db/schema.ts';
import { transact } from '#lib/server/db/transact.ts';
import { AppError } from '#lib/server/errors.ts';
import { saveDocument } from '#lib/server/storage/save-files.ts';

import * as policies from './queries.ts';

const HEADING = /^## /;
// The first bytes of every PDF (ISO 32000-2, 7.5.2).
const PDF_MAGIC = '%PDF-';

const documentUrl = (fileKey: string): string => `/media/${fileKey}`;

function toSections(text: string): Policy['sections'] {
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

/** @returns null before it is published */
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

/**
 * Publishes a new version of a document. A cleanup deletes the old file later, for those who are reading it.
 * @param actorId the member of staff; null, the default, for an operator's command
 * @throws AppError not_a_pdf
 */
export async function replacePolicy(
  services: Services,
  pdf: Uint8Array,
  policy: Omit<PolicyTable, 'file_key' | 'bytes'>,
  actorId: string | null = null,
): Promise<void> {
  if (!Buffer.from(pdf.subarray(0, PDF_MAGIC.length)).equals(Buffer.from(PDF_MAGIC)))
    throw new AppError('not_a_pdf');
  const file_key = await saveDocument(services.files, pdf);
  await transact(services, { invalidates: ['policies'] }, async (tx) => {
    await policies.upsertPolicy(tx, { ...policy, file_key, bytes: pdf.length });
    const target = { targetType: 'policy', targetId: policy.kind } as const;
    await recordAct(tx, { actorId, act: 'policy.replaced', ...target });
  });
}
