import type { Executor } from '#lib/server/platform/db/schema.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { findTownsByName } from '#lib/server/platform/towns/towns.ts';

import { alerts } from './alerts.ts';

/**
 * Loads alerts.
 * @param members ids by key
 * @param now milliseconds since 1970
 */
export async function loadAlerts(
  tx: Executor,
  members: Map<string, string>,
  now: number,
): Promise<void> {
  for (const { by, near, ...alert } of alerts) {
    const member_id = members.get(by);
    const town = near ? findTownsByName(...near)[0]?.code : null;
    if (!member_id || town === undefined) throw new Error(`Unknown in the demo's alerts: ${by}`);
    const row = {
      id: newId(),
      member_id,
      kind: alert.kind ?? null,
      material: alert.material ?? null,
      town,
      within_km: alert.within ?? null,
      free: Number(alert.free ?? false),
      paused_at: alert.paused ? now : null,
      created_at: now,
    };
    await tx.insertInto('alerts').values(row).execute();
  }
}
