// Exports members as CSV, including what is otherwise behind "Show contact".
import type { ListQuery } from '#lib/contract/pagination.ts';
import type { MemberFilters } from '#lib/contract/people/managed-members.ts';
import { recordAct } from '#lib/server/people/audit-log/service.ts';
import { authorizeAct } from '#lib/server/people/viewer/authorize-act.ts';
import { lockStaffViewer } from '#lib/server/people/viewer/service.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { type CsvColumns, toCsv, townColumns } from '#lib/server/platform/csv.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { readBatches } from '#lib/server/platform/pagination.ts';
import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';
import { regionDay } from '#lib/site.ts';

import { countMembers, listContacts } from './queries.ts';

export const LIMITS = defineLimits({
  membersFile: {
    what: 'lists of members that a member of staff downloads',
    points: 20,
    seconds: 86_400,
  },
});

const BATCH = 500;

type Row = Awaited<ReturnType<typeof listContacts>>[number];

/** @returns the number in a notation that spreadsheets treat as text; otherwise they would drop the leading zero */
const toPhoneCell = (phone: string | null): string =>
  phone === null ? '' : phone.replace(/^(\d{4})(\d{3})(?=\d)/, '$1 $2 ');

const COLUMNS: CsvColumns<Row> = {
  account_id: (row) => row.id,
  first_name: (row) => row.first_name,
  middle_name: (row) => row.middle_name,
  last_name: (row) => row.last_name,
  role: (row) => row.role,
  ...townColumns((row: Row) => row.town),
  email: (row) => row.email,
  log_in_phone: (row) => toPhoneCell(row.sign_in_phone),
  phone: (row) => toPhoneCell(row.contact_phone),
  joined_on: (row) => regionDay(row.joined_at),
  is_disabled: (row) => (row.disabled_at === null ? 'no' : 'yes'),
};

/**
 * Exports the list of members, and logs that with their number.
 * @returns the lines, as a stream
 */
export async function exportMembers(
  ctx: Ctx,
  filters: MemberFilters,
): Promise<AsyncGenerator<string>> {
  const { id: actorId } = authorizeAct(ctx, 'members.downloaded');
  await ctx.limits.consume(LIMITS.membersFile, actorId);
  await transact(ctx, { invalidates: [] }, async (tx) => {
    await lockStaffViewer(ctx, tx, 'members.downloaded');
    const target = { targetType: 'member', targetId: null } as const;
    const details = { members: await countMembers(tx, filters) };
    await recordAct(tx, { actorId, act: 'members.downloaded', ...target, details });
  });
  const load = (list: ListQuery) => listContacts(ctx.db, { ...filters, ...list });
  return toCsv(COLUMNS, readBatches(BATCH, load));
}
