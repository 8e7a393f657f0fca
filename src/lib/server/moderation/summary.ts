import {
  type DecisionKind,
  type ModerationMonth,
  SUMMARY_MONTHS,
} from '#lib/contract/moderation.ts';
import type { Services } from '#lib/server/context.ts';
import { regionDay } from '#lib/site.ts';

import { listForSummary } from './decision-queries.ts';

const MONTH_LENGTH = 'YYYY-MM'.length;
const LONGEST_MONTH_MS = 31 * 86_400_000;
/** Of what was written in own words alone. */
const OTHER = 'Another reason';

type Row = Awaited<ReturnType<typeof listForSummary>>[number];

const monthOf = (time: number): string => regionDay(time).slice(0, MONTH_LENGTH);

/** @returns how often each value occurs, the most frequent first */
function countBy<T extends string>(values: T[]): [T, number][] {
  const counts = [...Map.groupBy(values, (value) => value)].map(([value, all]): [T, number] => [
    value,
    all.length,
  ]);
  return counts.toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
}

function toMonth(month: string, rows: Row[]): ModerationMonth {
  const acted = rows.filter(({ kind }) => kind !== 'stays');
  return {
    month,
    kinds: countBy<DecisionKind>(rows.map(({ kind }) => kind)).map(([kind, count]) => ({
      kind,
      count,
    })),
    reasons: countBy(acted.map(({ reason }) => reason || OTHER)).map(([reason, count]) => ({
      reason,
      count,
    })),
    reversed: rows.filter(({ reversed_at }) => reversed_at !== null).length,
    replies: rows.filter(({ replied_at }) => replied_at !== null).length,
  };
}

/** Counts what staff decided by month, the newest first: for everyone, and without names. */
export async function getModerationSummary({ db, now }: Services): Promise<ModerationMonth[]> {
  const rows = await listForSummary(db, now() - SUMMARY_MONTHS * LONGEST_MONTH_MS);
  const byMonth = Map.groupBy(rows, ({ created_at }) => monthOf(created_at));
  return [...byMonth].map(([month, list]) => toMonth(month, list)).slice(0, SUMMARY_MONTHS);
}
