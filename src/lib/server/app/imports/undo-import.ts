import type { ImportDetail } from '#lib/contract/people/imports.ts';
import { recordAct } from '#lib/server/people/audit-log/service.ts';
import { authorizeAct } from '#lib/server/people/viewer/authorize-act.ts';
import { lockStaffViewer } from '#lib/server/people/viewer/service.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { lockForDeletion, lockRows, transact } from '#lib/server/platform/db/transact.ts';
import { notFound } from '#lib/server/platform/errors.ts';
import { deleteUnused, findUsed } from '#lib/server/privacy/erasures/unused-members.ts';

import * as queries from './queries.ts';
import { getImport } from './service.ts';

/**
 * Undoes an import: no more people are invited, links become invalid, and members that it added are deleted. People
 * who have joined or used their account stay. Repeating changes nothing.
 */
export async function undoImport(ctx: Ctx, id: string): Promise<ImportDetail> {
  const { id: actorId } = authorizeAct(ctx, 'import.undone');
  if (!(await queries.findBatch(ctx.db, id))) throw notFound('import');
  // Guests may have seen the name of a deleted member.
  await transact(ctx, { invalidates: ['posts'] }, async (tx) => {
    await lockStaffViewer(ctx, tx, 'import.undone');
    await lockRows(tx, 'import_batches', [id]);
    if (!(await queries.setUndone(tx, id, ctx.now()))) return;
    const rows = await queries.listRows(tx, id);
    const added = rows.flatMap(({ email, member_id }) =>
      email === null && member_id !== null ? [member_id] : [],
    );
    await lockForDeletion(tx, added);
    const used = await findUsed(tx, added);
    const unused = added.filter((each) => !used.has(each));
    const taken = unused.length + (await queries.deleteUnusedRows(tx, id));
    await deleteUnused(tx, unused, ctx.now());
    const target = { targetType: 'import', targetId: id } as const;
    await recordAct(tx, { actorId, act: 'import.undone', ...target, details: { members: taken } });
  });
  return getImport(ctx, id);
}
