import { postPath } from '#lib/contract/paths.ts';
import type { Services } from '#lib/server/platform/context.ts';

import { decide } from './decide.ts';
import { listReportedThings } from './reports.ts';

/** What was reported, as the operator's command lists it. */
export interface ReportedLine {
  /** what it is called */
  title: string;
  /** its URL, or that of its member */
  link: string;
  author: { name: string; email: string; disabled: boolean };
  /** open ones, oldest first; `at` is ISO 8601, UTC */
  reports: { reason: string; by: { name: string; email: string }; at: string }[];
}

/**
 * Lists what has open reports, the most reported first.
 * @param limit how many things
 */
export async function listReportedLines(
  services: Services,
  limit: number,
): Promise<ReportedLine[]> {
  const things = await listReportedThings(services, limit);
  return things.map(({ kind, id, title, content, account, email, is_disabled, path, reports }) => ({
    title: kind === 'post' ? title : kind === 'comment' ? content : title,
    link: services.config.publicUrl + (path ?? (kind === 'post' ? postPath(id) : '')),
    author: { name: account.name, email, disabled: is_disabled },
    reports: reports
      .filter((each) => each.is_open)
      .map((each) => ({
        reason: each.reason,
        by: { name: each.by, email: each.email },
        at: each.created_at,
      })),
  }));
}

/**
 * Removes a post for the operator, and notifies its author; it can be put back for 30 days.
 * @param reason for the author, or empty
 * @returns its title
 * @throws AppError post_not_found
 */
export async function removePost(services: Services, id: string, reason: string): Promise<string> {
  const input = { action: 'remove', reason_id: null, note: reason, days: null } as const;
  return (await decide(services, { kind: 'post', id }, input, null)).excerpt;
}

/**
 * Dismisses the reports of a post, for the operator.
 * @returns how many open reports there were
 * @throws AppError post_not_found, no_open_reports
 */
export async function dismissReports(services: Services, id: string): Promise<number> {
  const input = { action: 'stays', reason_id: null, note: '', days: null } as const;
  return (await decide(services, { kind: 'post', id }, input, null)).reports_count;
}
