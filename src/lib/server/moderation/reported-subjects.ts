import {
  type Report,
  type ReportDetail,
  type ReportedSubject,
  type ReportKind,
  REPORTS_PAGE,
} from '#lib/contract/moderation/moderation.ts';
import { memberPath, postPath } from '#lib/contract/paths.ts';
import { findAnyComments } from '#lib/server/forum/comments/queries.ts';
import { findAnyPost } from '#lib/server/forum/posts/queries.ts';
import * as reports from '#lib/server/moderation/reports/queries.ts';
import { excerpt } from '#lib/server/notifications/news/bell.ts';
import { toAccount } from '#lib/server/people/members/service.ts';
import type { Ctx, Services } from '#lib/server/platform/context.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { notFound } from '#lib/server/platform/errors.ts';
import { toAttachments } from '#lib/server/platform/images/service.ts';
import { requireStaffViewer } from '#lib/server/platform/require-viewer.ts';

import { toStaffDecision } from './decisions.ts';
import * as queries from './queries.ts';

/** The subject of a decision. */
export interface Subject {
  kind: ReportKind;
  id: string;
  /** the author, or the member */
  memberId: string;
  /** its label: a title, the start of a comment, or a name */
  excerpt: string;
  /** the comment's post; null for other kinds */
  postId: string | null;
}

/** Finds the subject of a decision, also for a disabled member. */
export async function getSubject(tx: Executor, kind: ReportKind, id: string): Promise<Subject> {
  if (kind === 'post') {
    const post = await findAnyPost(tx, id);
    if (!post) throw notFound('post');
    return { kind, id, memberId: post.author_id, excerpt: post.title, postId: null };
  }
  if (kind === 'comment') {
    const [comment] = await findAnyComments(tx, [id]);
    if (!comment) throw notFound('comment');
    const { member_id: memberId, post_id: postId, content } = comment;
    return { kind, id, memberId, excerpt: excerpt(content), postId };
  }
  const member = await queries.findContact(tx, id);
  if (!member) throw notFound('member');
  const name = `${member.first_name} ${member.last_name}`;
  return { kind, id, memberId: id, excerpt: name, postId: null };
}

const MAX_HISTORY = 20;

type MemberSubject = Awaited<ReturnType<typeof queries.listMemberSubjects>>[number];
type SubjectRow = MemberSubject &
  Partial<{ title: string; content: string; post_id: string; images: string | null }>;

const LISTS: Record<ReportKind, (db: Services['db'], ids: string[]) => Promise<SubjectRow[]>> = {
  post: queries.listPostSubjects,
  comment: queries.listCommentSubjects,
  member: queries.listMemberSubjects,
};

const toIso = (time: number | null): string | null =>
  time === null ? null : new Date(time).toISOString();

/** Contains emails, for the operator's command. Staff see emails only on the member's page, which is logged. */
interface ReportWithEmail extends Report {
  email: string | null;
}
interface SubjectWithEmails extends ReportedSubject {
  email: string | null;
  reports: ReportWithEmail[];
}

function omitEmail<T extends { email: string | null }>(row: T): Omit<T, 'email'> {
  const { email: _, ...others } = row;
  return others;
}

const withoutEmails = (subject: SubjectWithEmails): ReportedSubject => ({
  ...omitEmail(subject),
  reports: subject.reports.map(omitEmail),
});

const toReport = (
  row: Awaited<ReturnType<typeof reports.listReports>>[number],
): ReportWithEmail => ({
  reason: row.reason,
  by: `${row.first_name} ${row.last_name}`,
  email: row.email,
  created_at: new Date(row.created_at).toISOString(),
  is_open: row.dismissed_at === null,
});

const pathOf = (kind: ReportKind, { id, post_id = '' }: SubjectRow): string =>
  kind === 'member' ? memberPath(id) : postPath(post_id, kind === 'comment' ? id : null);

function toReportedSubject(
  { now }: Services,
  kind: ReportKind,
  row: SubjectRow,
  list: ReportWithEmail[],
): SubjectWithEmails {
  const account = toAccount(row);
  const { suspended_until: until } = row;
  return {
    kind,
    id: row.id,
    title: row.title ?? (kind === 'member' ? account.name : ''),
    content: row.content ?? '',
    ...toAttachments(row.images ?? null),
    path: row.disabled_at === null ? pathOf(kind, row) : null,
    account,
    email: row.email,
    is_disabled: row.disabled_at !== null,
    suspended_until: until !== null && until > now() ? toIso(until) : null,
    joined_at: new Date(row.joined_at).toISOString(),
    reports: list,
  };
}

async function loadSubjects(
  services: Services,
  kind: ReportKind,
  ids: string[],
): Promise<SubjectWithEmails[]> {
  const rows = await LISTS[kind](services.db, ids);
  const all = await reports.listReports(services.db, kind, ids);
  const bySubject = Map.groupBy(all, ({ subject_id }) => subject_id);
  return rows.map((row) =>
    toReportedSubject(services, kind, row, (bySubject.get(row.id) ?? []).map(toReport)),
  );
}

/**
 * Lists subjects with open reports, each with all its reports.
 * @param limit how many subjects
 * @param isMostFirst most reported first, instead of oldest first
 */
export async function listReportedSubjects(
  services: Services,
  limit: number,
  isMostFirst = true,
): Promise<SubjectWithEmails[]> {
  const reported = await reports.listReported(services.db, limit, isMostFirst);
  const ids = {
    post: reported.flatMap(({ post_id }) => post_id ?? []),
    comment: reported.flatMap(({ comment_id }) => comment_id ?? []),
    member: reported.flatMap(({ member_id }) => member_id ?? []),
  };
  const loaded = [
    ...(await loadSubjects(services, 'post', ids.post)),
    ...(await loadSubjects(services, 'comment', ids.comment)),
    ...(await loadSubjects(services, 'member', ids.member)),
  ];
  const byId = new Map(loaded.map((subject) => [subject.id, subject]));
  return reported.flatMap(
    ({ post_id, comment_id, member_id }) =>
      byId.get(post_id ?? comment_id ?? member_id ?? '') ?? [],
  );
}

/** Lists subjects with open reports for staff, and counts them all. */
export async function listReported(
  ctx: Ctx,
): Promise<{ reports: ReportedSubject[]; total: number }> {
  requireStaffViewer(ctx);
  return {
    reports: (await listReportedSubjects(ctx, REPORTS_PAGE)).map(withoutEmails),
    total: await reports.countReported(ctx.db),
  };
}

/** Lists subjects with open reports for staff, the oldest first. */
export async function listOldestReported(ctx: Ctx): Promise<ReportedSubject[]> {
  requireStaffViewer(ctx);
  return (await listReportedSubjects(ctx, REPORTS_PAGE, false)).map(withoutEmails);
}

/** Gets any subject, with its reports and earlier decisions about its author. */
export async function getReported(ctx: Ctx, kind: ReportKind, id: string): Promise<ReportDetail> {
  requireStaffViewer(ctx);
  const [subject] = await loadSubjects(ctx, kind, [id]);
  if (!subject) throw notFound(kind);
  const memberId = subject.account.account_id;
  const history = await queries.listHistory(ctx.db, memberId, MAX_HISTORY);
  return {
    ...withoutEmails(subject),
    history: history.map((row) => toStaffDecision(ctx, row)),
    reports_received: await reports.countReceived(ctx.db, memberId),
  };
}
