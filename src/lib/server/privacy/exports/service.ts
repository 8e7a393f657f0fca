import type { Export } from '#lib/contract/privacy/exports.ts';
import { requireFreshConfirmation } from '#lib/server/people/viewer/authorize-act.ts';
import { lockViewer } from '#lib/server/people/viewer/service.ts';
import type { Ctx, Services } from '#lib/server/platform/context.ts';
import type { ExportTable } from '#lib/server/platform/db/schema.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { notFound } from '#lib/server/platform/errors.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';
import { requireViewer } from '#lib/server/platform/require-viewer.ts';
import type { StoredFile } from '#lib/server/platform/storage/file-store.ts';

import * as queries from './queries.ts';

const toIso = (time: number | null): string | null =>
  time === null ? null : new Date(time).toISOString();

const toExport = (row: ExportTable): Export => ({
  export_id: row.id,
  status: row.file_key === null ? 'waiting' : 'ready',
  requested_at: new Date(row.requested_at).toISOString(),
  ready_at: toIso(row.ready_at),
  expires_at: toIso(row.expires_at),
  bytes: row.bytes,
});

/** Gets the viewer's newest export that is waiting, or can be downloaded; null without one. */
export async function getExport(ctx: Ctx): Promise<Export | null> {
  const row = await queries.findExport(ctx.db, requireViewer(ctx).id, ctx.now());
  return row ? toExport(row) : null;
}

async function insertWaiting(ctx: Ctx, memberId: string): Promise<void> {
  const now = ctx.now();
  await transact(ctx, { invalidates: [] }, async (tx) => {
    await lockViewer(ctx, tx, { allowsSuspended: true });
    await queries.insertExport(tx, {
      id: newId(),
      member_id: memberId,
      file_key: null,
      bytes: null,
      requested_at: now,
      run_at: now,
      attempts: 0,
      ready_at: null,
      expires_at: null,
    });
  });
}

export const LIMITS = defineLimits({
  requestExport: { what: "a member's copies of their data", points: 1, seconds: 86_400 },
});

/**
 * Requests an export of everything that names the viewer; a job makes it. While one is waiting, repeating changes
 * nothing.
 */
export async function requestExport(ctx: Ctx): Promise<Export | null> {
  requireFreshConfirmation(ctx);
  const { id } = requireViewer(ctx);
  const current = await getExport(ctx);
  if (current?.status === 'waiting') return current;
  await ctx.limits.consume(LIMITS.requestExport, id);
  await insertWaiting(ctx, id).catch(async (error: unknown) => {
    await ctx.limits.refund(LIMITS.requestExport, id);
    throw error;
  });
  ctx.log.info({ event: 'export_requested', requestId: ctx.requestId, member: id });
  return getExport(ctx);
}

/**
 * Opens the zip of the viewer's newest export.
 * @throws StorageError
 */
export async function openExport(ctx: Ctx): Promise<StoredFile> {
  requireFreshConfirmation(ctx);
  const { id } = requireViewer(ctx);
  const ready = await queries.findReadyExport(ctx.db, id, ctx.now());
  const file = ready && (await ctx.exportFiles.get(ready.file_key));
  if (!file) throw notFound('export');
  ctx.log.info({ event: 'export_downloaded', requestId: ctx.requestId, member: id });
  return file;
}

const BATCH = 100;
// A zip is stored before the row that refers to it.
const MIN_ORPHAN_AGE_MS = 3_600_000;

async function deleteOrphans({ db, exportFiles, now }: Services): Promise<void> {
  const newest = now() - MIN_ORPHAN_AGE_MS;
  for await (const { key, modified } of exportFiles.list()) {
    if (modified.getTime() >= newest) continue;
    const used = await queries.listUsedExportKeys(db, [key]);
    if (!used.has(key)) await exportFiles.remove(key);
  }
}

/** Deletes expired exports, and files without a row, which a crash leaves behind. */
export async function cleanExports(services: Services): Promise<void> {
  const { now } = services;
  for (let deleted = BATCH; deleted === BATCH;)
    deleted = await transact(services, { invalidates: [] }, (tx) =>
      queries.deleteExpiredExports(tx, now(), BATCH),
    );
  await deleteOrphans(services);
}
