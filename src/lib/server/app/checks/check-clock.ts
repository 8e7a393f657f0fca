import { MAX_JUMP_MS } from '#lib/server/platform/clock/clock-guard.ts';
import { findMarks } from '#lib/server/platform/clock/queries.ts';

import { type Finding, type Look, ok, type Subject, wrong } from './finding.ts';
import { findNewestPostTime } from './queries.ts';

const HOUR_MS = 3_600_000;
const MAX_DIFFERENCE_MS = 5000;

/** Compares this machine's clock with the database server's; on SQLite with the newest post. */
async function compareWithDatabase(
  { db, dialect }: NonNullable<Subject['database']>,
  { now, skew }: Subject,
): Promise<Finding> {
  const isPostgres = dialect === 'postgres';
  const other = isPostgres ? 'the database server’s' : 'the newest post';
  const difference = isPostgres ? -(await skew()) : (await findNewestPostTime(db)) - now();
  const isWrong = (isPostgres ? Math.abs(difference) : difference) > MAX_DIFFERENCE_MS;
  const seconds = Math.round(Math.abs(difference) / 1000);
  if (isWrong)
    return wrong('clock', `${seconds} s from ${other}: let NTP set it (\`timedatectl\`).`);
  return ok('clock', isPostgres ? `${seconds} s from ${other}` : `after ${other}`);
}

/** Compares this machine's clock with the time that the site knows, and with the database's clock. */
export const checkClock: Look = async (subject) => {
  const { database, now } = subject;
  if (!database) return [];
  const marks = await findMarks(database.db);
  const hours = marks ? Math.round((now() - marks.erases) / HOUR_MS) : 0;
  if (Math.abs(hours) * HOUR_MS <= MAX_JUMP_MS) return compareWithDatabase(database, subject);
  return wrong(
    'clock',
    `${Math.abs(hours)} hours ${hours > 0 ? 'after' : 'before'} the time that the site knows, so that nothing is deleted or ended: let NTP set it (\`timedatectl\`). If it is right, as the site was off, let the server run for a day, or run \`confirm-clock\`.`,
  );
};
