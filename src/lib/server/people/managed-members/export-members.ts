// Members as a file for spreadsheets, with what else is behind "Show contact".
import type { MemberFilters } from '#lib/contract/people/managed-members.ts';
import { recordAct } from '#lib/server/people/audit-log/service.ts';
import { lockStaffViewer } from '#lib/server/people/viewer/service.ts';
import { authorizeAct } from '#lib/server/people/viewer/staff-acts.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { toCsvHead, toCsvLine, toTownCells, TOWN_COLUMNS } from '#lib/server/platform/csv.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
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
const COLUMNS = [
  'account_id',
  'first_name',
  'middle_name',
  'last_name',
  'role',
  ...TOWN_COLUMNS,
  'email',
  'log_in_phone',
  'phone',
  'joined_on',
  'is_disabled',
];

type Row = Awaited<ReturnType<typeof listContacts>>[number];

/** @returns a number that no spreadsheet takes for one, which would lose its first zero */
const toPhoneCell = (phone: string | null): string =>
  phone === null ? '' : phone.replace(/^(\d{4})(\d{3})(?=\d)/, '$1 $2 ');

const toCells = (row: Row): string[] => [
  row.id,
  row.first_name,
  row.middle_name,
  row.last_name,
  row.role,
  ...toTownCells(row.town),
  row.email ?? '',
  toPhoneCell(row.sign_in_phone),
  toPhoneCell(row.contact_phone),
  regionDay(row.joined_at),
  row.disabled_at === null ? 'no' : 'yes',
];

async function* readLines({ db }: Ctx, filters: MemberFilters): AsyncGenerator<string> {
  yield toCsvHead(COLUMNS);
  let cursor: string | null = null;
  do {
    const rows: Row[] = await listContacts(db, { ...filters, cursor, limit: BATCH });
    yield rows.map((row) => toCsvLine(toCells(row))).join('');
    cursor = rows.length === BATCH ? (rows.at(-1)?.id ?? null) : null;
  } while (cursor !== null);
}

/**
 * Opens the list of members, and records it with how many they are.
 * @returns its lines, as they are read
 * @throws AppError staff_only, confirmation_required, rate_limited
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
  return readLines(ctx, filters);
}
