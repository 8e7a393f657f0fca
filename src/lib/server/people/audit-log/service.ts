import { toId } from '#lib/contract/ids.ts';
import type { ListQuery } from '#lib/contract/pagination.ts';
import type {
  Act,
  ActDetails,
  ActFilters,
  ActListQuery,
  LoggedAct,
  TargetType,
} from '#lib/contract/people/audit-log.ts';
import { listMatchingIds } from '#lib/server/people/members/search-queries.ts';
import type { Ctx, Services } from '#lib/server/platform/context.ts';
import { type CsvColumns, toCsv } from '#lib/server/platform/csv.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { readBatches, toPage, withLookahead } from '#lib/server/platform/pagination.ts';
import { requireStaffViewer } from '#lib/server/platform/require-viewer.ts';

import * as queries from './queries.ts';

const STORED_YEARS = 5;

/** @returns the time before which log entries are deleted, in milliseconds since 1970 */
export function endOfStorage({ now }: Pick<Services, 'now'>): number {
  const before = new Date(now());
  before.setUTCFullYear(before.getUTCFullYear() - STORED_YEARS);
  return before.getTime();
}

/** Deletes entries older than 5 years. */
export const deleteOldActs = (services: Services) =>
  queries.deleteActs(services.db, endOfStorage(services));

/**
 * Removes the texts about a member who is erased. The entries stay: they have only ids, for which there is no name
 * any more.
 * @param tx the transaction of the erasure
 */
export async function eraseFromAuditLog(tx: Executor, memberId: string): Promise<void> {
  await queries.clearReasons(tx, [memberId]);
}

type Row = Awaited<ReturnType<typeof queries.listActs>>[number];

// A searched word does not match more members.
const MAX_MEMBERS = 200;
const EXPORT_BATCH = 500;

function toLoggedMember(
  id: string | null,
  first: string | null,
  last: string | null,
): LoggedAct['member'] {
  if (id === null) return null;
  return { account_id: id, name: first === null ? null : `${first} ${last}` };
}

const toLoggedAct = (row: Row): LoggedAct => ({
  id: row.id,
  date: new Date(row.created_at).toISOString(),
  act: row.act,
  actor: toLoggedMember(row.actor_id, row.actor_first_name, row.actor_last_name),
  target_type: row.target_type,
  target_id: row.target_id,
  member: toLoggedMember(row.member_id, row.member_first_name, row.member_last_name),
  reason: row.reason,
  details: JSON.parse(row.details) as LoggedAct['details'],
});

/** @returns null for all members; an erased member is found only by id */
async function findMemberIds({ db }: Ctx, member: string): Promise<string[] | null> {
  if (member === '') return null;
  const id = toId(member);
  return id ? [id] : listMatchingIds(db, member, MAX_MEMBERS);
}

async function listRows(ctx: Ctx, { act, member }: ActFilters, list: ListQuery): Promise<Row[]> {
  const memberIds = await findMemberIds(ctx, member);
  if (memberIds?.length === 0) return [];
  return queries.listActs(ctx.db, { act, memberIds }, list);
}

/** Lists the audit log entries, newest first. */
export async function listActs(
  ctx: Ctx,
  query: ActListQuery,
): Promise<{ acts: LoggedAct[]; nextCursor: string | null }> {
  requireStaffViewer(ctx);
  const rows = await listRows(ctx, query, withLookahead(query));
  const { items, nextCursor } = toPage(rows, query.limit, ({ id }) => id);
  return { acts: items.map(toLoggedAct), nextCursor };
}

const COLUMNS: CsvColumns<LoggedAct> = {
  date: (act) => act.date,
  act: (act) => act.act,
  actor_id: ({ actor }) => actor && actor.account_id,
  actor: ({ actor }) => (actor ? actor.name : 'operator'),
  target_type: (act) => act.target_type,
  target_id: (act) => act.target_id,
  member_id: ({ member }) => member && member.account_id,
  member: ({ member }) => member && member.name,
  reason: (act) => act.reason,
  details: (act) => JSON.stringify(act.details),
};

/**
 * @returns the lines of a CSV file with all matching entries, as a stream: five years of entries need not be in
 *   memory
 */
export function exportActs(ctx: Ctx, filters: ActFilters): AsyncGenerator<string> {
  requireStaffViewer(ctx);
  const load = async (list: ListQuery) => (await listRows(ctx, filters, list)).map(toLoggedAct);
  return toCsv(COLUMNS, readBatches(EXPORT_BATCH, load));
}

/** An action of staff or an operator, to be logged. */
interface NewAct {
  /** the staff member; null for an operator's command */
  actorId: string | null;
  act: Act;
  targetType: TargetType;
  /** null for targets without an id */
  targetId: string | null;
  /** the affected member; by default the target, if it is a member */
  memberId?: string | null;
  /** the typed reason */
  reason?: string | null;
  details?: ActDetails;
}

/** Logs an action in its own transaction: the log has it if and only if the action commits. */
export async function recordAct(tx: Executor, entry: NewAct): Promise<void> {
  const { actorId, act, targetType, targetId, reason, details = {} } = entry;
  await queries.insertAct(tx, {
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
