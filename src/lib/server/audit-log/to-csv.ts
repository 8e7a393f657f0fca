import type { LoggedAct } from '#lib/contract/audit-log.ts';
import { toCsvHead, toCsvLine } from '#lib/server/csv.ts';

const COLUMNS = [
  'date',
  'act',
  'actor_id',
  'actor',
  'target_type',
  'target_id',
  'member_id',
  'member',
  'reason',
  'details',
];

const toCells = (act: LoggedAct): string[] => [
  act.date,
  act.act,
  act.actor?.account_id ?? '',
  act.actor ? (act.actor.name ?? '') : 'operator',
  act.target_type,
  act.target_id ?? '',
  act.member?.account_id ?? '',
  act.member?.name ?? '',
  act.reason ?? '',
  JSON.stringify(act.details),
];

/** @returns the lines of the log for spreadsheets (RFC 4180), as they are read */
export async function* toCsv(batches: AsyncIterable<LoggedAct[]>): AsyncGenerator<string> {
  yield toCsvHead(COLUMNS);
  for await (const acts of batches) yield acts.map((act) => toCsvLine(toCells(act))).join('');
}
