// The irrigators' schedule, as staff enter it: areas of the whole cooperative, not of farms.
import { ARES, type Schedule, type ScheduleInput } from '#lib/contract/exchange/season.ts';
import { recordAct } from '#lib/server/people/audit-log/service.ts';
import { lockStaffViewer } from '#lib/server/people/viewer/service.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { requireStaffViewer } from '#lib/server/platform/require-viewer.ts';

import { checkPlaceAndWeek } from './harvests.ts';
import * as queries from './queries.ts';
import { weeksAhead } from './service.ts';

/** Gets the schedule of a material in the weeks ahead. */
export async function getSchedule(ctx: Ctx, material: string): Promise<Schedule> {
  requireStaffViewer(ctx);
  const rows = await queries.listSchedule(ctx.db, weeksAhead(ctx), material);
  return {
    cells: rows.map(({ town, monday, ares }) => ({ town, week: monday, hectares: ares / ARES })),
  };
}

/** Changes areas of the schedule; all others stay unchanged. */
export async function changeSchedule(ctx: Ctx, { material, cells }: ScheduleInput): Promise<void> {
  for (const cell of cells) checkPlaceAndWeek(ctx, cell);
  await transact(ctx, { invalidates: ['season'] }, async (tx) => {
    const act = 'schedule.changed';
    const { id: actorId } = await lockStaffViewer(ctx, tx, act);
    if (cells.length === 0) return;
    for (const { town, week: monday, hectares } of cells) {
      const key = { monday, material, town };
      await (hectares === null
        ? queries.deleteScheduled(tx, key)
        : queries.setScheduled(tx, { ...key, ares: Math.round(hectares * ARES) }));
    }
    const details = { material, figures: cells.length };
    await recordAct(tx, { actorId, act, targetType: 'schedule', targetId: null, details });
  });
}
