import type { Executor, ModerationDecisionTable } from '#lib/server/platform/db/schema.ts';
import { idAt } from '#lib/server/platform/new-id.ts';

import { decisions, type DemoDecision, type DemoReport, reports } from './reports.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

interface Loaded {
  /** ids by key */
  members: Map<string, string>;
  posts: Map<string, string>;
  /** milliseconds since 1970 */
  now: number;
}

function idOf(ids: Map<string, string>, key: string): string {
  const id = ids.get(key);
  if (!id) throw new Error(`Unknown key in the demo's reports: ${key}`);
  return id;
}

const NOTHING = { post_id: null, comment_id: null, member_id: null };

async function subjectOf(tx: Executor, { members, posts }: Loaded, about: DemoReport['about']) {
  if ('post' in about) return { ...NOTHING, post_id: idOf(posts, about.post) };
  if ('member' in about) return { ...NOTHING, member_id: idOf(members, about.member) };
  const comment = await tx
    .selectFrom('comments')
    .where('post_id', '=', idOf(posts, about.commentOn))
    .where('member_id', '=', idOf(members, about.of))
    .select('id')
    .executeTakeFirstOrThrow();
  return { ...NOTHING, comment_id: comment.id };
}

async function toDecision(
  tx: Executor,
  { members, now }: Loaded,
  { member, reason, daysAgo, reply = null, response = null, ...text }: DemoDecision,
): Promise<ModerationDecisionTable> {
  const list = await tx
    .selectFrom('moderation_reasons')
    .orderBy('position')
    .select('text')
    .execute();
  const created_at = now - daysAgo * DAY;
  const member_id = idOf(members, member);
  return {
    id: idAt(created_at),
    ...text,
    member_id,
    actor_id: idOf(members, 'staff'),
    subject_id: member_id,
    reason: reason === null ? '' : (list[reason]?.text ?? ''),
    reports_count: 1,
    until: null,
    created_at,
    reversed_at: null,
    reopened_at: null,
    reply,
    replied_at: reply === null ? null : created_at + DAY,
    response,
    responded_at: response === null ? null : created_at + 2 * DAY,
  };
}

/** Loads reports by members, and earlier decisions of staff. */
export async function loadReports(tx: Executor, loaded: Loaded): Promise<void> {
  for (const { by, about, reason, minutesAgo } of reports) {
    const created_at = loaded.now - minutesAgo * MINUTE;
    const subject = await subjectOf(tx, loaded, about);
    const reporter_id = idOf(loaded.members, by);
    const row = { id: idAt(created_at), ...subject, reporter_id, reason, created_at };
    await tx
      .insertInto('reports')
      .values({ ...row, dismissed_at: null })
      .execute();
  }
  for (const decision of decisions)
    await tx
      .insertInto('moderation_decisions')
      .values(await toDecision(tx, loaded, decision))
      .execute();
}
