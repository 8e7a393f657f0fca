import type { LoggedAct } from '#lib/contract/audit-log.ts';

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
// A spreadsheet evaluates a cell that starts with one of these as a formula.
const FORMULA = /^[=+\-@\t\r]/;

const toCell = (value: string): string => {
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

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

const toLine = (cells: string[]): string => `${cells.map(toCell).join(',')}\r\n`;

/** @returns the lines of the log for spreadsheets (RFC 4180), as they are read */
export async function* toCsv(batches: AsyncIterable<LoggedAct[]>): AsyncGenerator<string> {
  yield toLine(COLUMNS);
  for await (const acts of batches) yield acts.map((act) => toLine(toCells(act))).join('');
}
