import type { Act, ActDetails, TargetType } from '#lib/contract/people/audit-log.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { newId } from '#lib/server/platform/new-id.ts';

import { insertAct } from './queries.ts';

/** An act of staff or an operator, to be recorded. */
export interface NewAct {
  /** the member of staff; null for an operator's command */
  actorId: string | null;
  act: Act;
  targetType: TargetType;
  /** null for what has no id */
  targetId: string | null;
  /** the member it concerns; by default the target, when that is a member */
  memberId?: string | null;
  /** what was typed */
  reason?: string | null;
  details?: ActDetails;
}

/**
 * Records an act, in the transaction of what it does: the log has it if and only if that commits.
 * @param tx the transaction
 */
export async function recordAct(tx: Executor, entry: NewAct): Promise<void> {
  const { actorId, act, targetType, targetId, reason, details = {} } = entry;
  await insertAct(tx, {
    id: newId(),
    actor_id: actorId,
    act,
    target_type: targetType,
    target_id: targetId,
    member_id: entry.memberId ?? (targetType === 'member' ? targetId : null),
    reason: reason || null,
    details: JSON.stringify(details),
    created_at: Date.now(),
  });
}
