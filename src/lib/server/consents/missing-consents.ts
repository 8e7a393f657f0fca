import { CONSENT_DOCUMENTS, type ConsentDocument } from '#lib/contract/consents.ts';
import { type Ctx, requireViewer } from '#lib/server/context.ts';
import type { Executor } from '#lib/server/db/schema.ts';
import { AppError } from '#lib/server/errors.ts';
import { currentPolicyVersions } from '#lib/server/policies/current-versions.ts';

import { listValidConsents } from './queries.ts';

/** A version of a document. */
export interface DocumentVersion {
  document: ConsentDocument;
  version: number;
}

/** @returns the present versions of the published documents that members agree to */
export async function currentDocuments(db: Executor): Promise<DocumentVersion[]> {
  const versions = await currentPolicyVersions(db);
  return CONSENT_DOCUMENTS.flatMap((document) => {
    const version = versions[document];
    return version === undefined ? [] : [{ document, version }];
  });
}

/** @returns the present versions that a member has not agreed to: two indexed reads */
export async function findMissingConsents(
  db: Executor,
  memberId: string,
): Promise<DocumentVersion[]> {
  const current = await currentDocuments(db);
  if (current.length === 0) return [];
  const given = await listValidConsents(db, memberId);
  return current.filter(
    ({ document, version }) =>
      !given.some((each) => each.document === document && each.version === version),
  );
}

/**
 * Requires the viewer's consent to the present documents, for every write.
 * @throws AppError unauthenticated, consent_required
 */
export async function requireConsents(ctx: Ctx): Promise<void> {
  const missing = await findMissingConsents(ctx.db, requireViewer(ctx).id);
  if (missing.length > 0) throw new AppError('consent_required');
}
