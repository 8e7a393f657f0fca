import type { Executor } from '#lib/server/platform/db/schema.ts';
import { idAt } from '#lib/server/platform/new-id.ts';

import { acts } from './acts.ts';
import type { LoadContext } from './load-context.ts';

const DAY = 86_400_000;
const MINUTE = 60_000;

/** @param members ids by key */
export async function loadActs(
  tx: Executor,
  { now }: LoadContext,
  members: Map<string, string>,
): Promise<void> {
  for (const [index, { act, about, daysAgo, byOperator, reason, details }] of acts.entries()) {
    const id = members.get(about) ?? null;
    const created_at = now - daysAgo * DAY + index * MINUTE;
    const row = {
      id: idAt(created_at),
      actor_id: byOperator ? null : (members.get('staff') ?? null),
      act,
      target_type: 'member',
      target_id: id,
      member_id: id,
      reason: reason ?? null,
      details: JSON.stringify(details ?? {}),
      created_at,
    } as const;
    await tx.insertInto('audit_log').values(row).execute();
  }
}
