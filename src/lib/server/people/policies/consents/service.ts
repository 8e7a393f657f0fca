import type { ListQuery } from '#lib/contract/pagination.ts';
import {
  type Consent,
  CONSENT_DOCUMENTS,
  type ConsentDocument,
  type ConsentInput,
  type ConsentList,
  type ConsentOrigin,
  type MissingConsent,
  type MissingConsentPage,
} from '#lib/contract/people/consents.ts';
import { POLICY_TITLES, policyPath } from '#lib/contract/people/policies.ts';
import { toAccount } from '#lib/server/people/members/service.ts';
import { currentPolicyVersions } from '#lib/server/people/policies/service.ts';
import { lockViewer } from '#lib/server/people/viewer/service.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { AppError } from '#lib/server/platform/errors.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { toPage, withLookahead } from '#lib/server/platform/pagination.ts';
import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';
import { requireStaffViewer, requireViewer } from '#lib/server/platform/require-viewer.ts';

import * as queries from './queries.ts';

/** A version of a document. */
interface DocumentVersion {
  document: ConsentDocument;
  version: number;
}

/** @returns the current versions of the published documents that require consent */
async function currentDocuments(db: Executor): Promise<DocumentVersion[]> {
  const versions = await currentPolicyVersions(db);
  return CONSENT_DOCUMENTS.flatMap((document) => {
    const version = versions[document];
    return version === undefined ? [] : [{ document, version }];
  });
}

/** @returns the current versions that a member has not agreed to */
async function findMissingConsents(db: Executor, memberId: string): Promise<DocumentVersion[]> {
  const missing = await queries.listMissing(db, memberId);
  return CONSENT_DOCUMENTS.flatMap((document) =>
    missing.flatMap(({ kind, version }) => (kind === document ? [{ document, version }] : [])),
  );
}

/** Requires the viewer's consent to the current documents, for every write. */
export async function requireConsents(ctx: Ctx): Promise<void> {
  const missing = await findMissingConsents(ctx.db, requireViewer(ctx).id);
  if (missing.length > 0) throw new AppError('consent_required');
}

type ConsentRow = Awaited<ReturnType<typeof queries.listConsents>>[number];

const toMissing = ({ document, version }: DocumentVersion): MissingConsent => ({
  document,
  title: POLICY_TITLES[document],
  version,
  path: policyPath(document),
});

const isSame = (row: DocumentVersion) => (other: DocumentVersion) =>
  other.document === row.document && other.version === row.version;

const toConsent = (row: ConsentRow, current: DocumentVersion[]): Consent => ({
  document: row.document,
  title: POLICY_TITLES[row.document],
  version: row.version,
  is_valid: row.withdrawn_at === null && current.some(isSame(row)),
  origin: row.origin,
  agreed_at: new Date(row.agreed_at).toISOString(),
  withdrawn_at: row.withdrawn_at === null ? null : new Date(row.withdrawn_at).toISOString(),
});

/** @returns the documents whose current version the viewer has not agreed to */
export async function listMissingConsents(ctx: Ctx): Promise<MissingConsent[]> {
  return (await findMissingConsents(ctx.db, requireViewer(ctx).id)).map(toMissing);
}

/** Lists the viewer's consents, and the missing ones. */
export async function listConsents(ctx: Ctx): Promise<ConsentList> {
  const { id } = requireViewer(ctx);
  const current = await currentDocuments(ctx.db);
  const rows = await queries.listConsents(ctx.db, id);
  return {
    consents: rows.map((row) => toConsent(row, current)),
    missing: await listMissingConsents(ctx),
  };
}

function requireCurrent(inputs: DocumentVersion[], current: DocumentVersion[]): void {
  if (!inputs.every((input) => current.some(isSame(input)))) throw new AppError('policy_changed');
}

const MINUTES_10 = 600;

export const LIMITS = defineLimits({
  changeConsents: {
    what: "a member's agreements and withdrawals",
    points: 60,
    seconds: MINUTES_10,
  },
});

/**
 * Stores the viewer's agreement to documents; repeating changes nothing.
 * @param origin where the viewer agreed
 */
export async function agreeToDocuments(
  ctx: Ctx,
  inputs: ConsentInput[],
  origin: ConsentOrigin,
): Promise<ConsentList> {
  const { id: member_id } = requireViewer(ctx);
  await ctx.limits.consume(LIMITS.changeConsents, member_id);
  await transact(ctx, { invalidates: [] }, async (tx) => {
    await lockViewer(ctx, tx, { allowsSuspended: true });
    requireCurrent(inputs, await currentDocuments(tx));
    const agreed_at = ctx.now();
    const shared = { member_id, origin, agreed_at, withdrawn_at: null };
    await queries.insertConsents(
      tx,
      inputs.map((input) => ({ id: newId(), ...input, ...shared })),
    );
  });
  ctx.log.info({ event: 'consent_given', requestId: ctx.requestId, member: member_id });
  return listConsents(ctx);
}

/**
 * Withdraws the viewer's consent to a document: they can still read, export and delete their account, and agree
 * again.
 */
export async function withdrawConsent(ctx: Ctx, document: ConsentDocument): Promise<ConsentList> {
  const { id } = requireViewer(ctx);
  await ctx.limits.consume(LIMITS.changeConsents, id);
  await transact(ctx, { invalidates: [] }, async (tx) => {
    await lockViewer(ctx, tx, { allowsSuspended: true });
    await queries.withdrawConsents(tx, id, document, ctx.now());
  });
  ctx.log.info({ event: 'consent_withdrawn', requestId: ctx.requestId, member: id });
  return listConsents(ctx);
}

/** Lists, for staff, the members who have not agreed to the current documents. */
export async function listWithoutConsent(ctx: Ctx, list: ListQuery): Promise<MissingConsentPage> {
  requireStaffViewer(ctx);
  const rows = await queries.listWithoutConsent(ctx.db, withLookahead(list));
  const { items, nextCursor } = toPage(rows, list.limit, ({ member_id }) => member_id);
  const total = await queries.countWithoutConsent(ctx.db);
  return { members: items.map(toAccount), total, nextCursor };
}

/** Counts, for staff, the other members who must agree again when a document is published: all enabled ones. */
export async function countAgreeing(ctx: Ctx): Promise<number> {
  const { id } = requireStaffViewer(ctx);
  return queries.countOthers(ctx.db, id);
}
