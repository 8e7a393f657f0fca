// Without Zod, for pages.
import type { ReportKind } from './moderation.ts';

/** Where a member reports something with a plain form. */
export const reportPagePath = (kind: ReportKind, id: string): string => `/report/${kind}/${id}`;

/** What was decided about the viewer. */
export const MODERATION_PATH = '/profile/moderation';

/** Staff: what was reported. */
export const STAFF_REPORTS_PATH = '/staff/reports';
export const staffReportPath = (kind: ReportKind, id: string): string =>
  `${STAFF_REPORTS_PATH}/${kind}/${id}`;
export const DECISIONS_PATH = `${STAFF_REPORTS_PATH}/decisions`;
export const decisionPath = (id: string): string => `${DECISIONS_PATH}/${id}`;
export const PENDING_PATH = `${STAFF_REPORTS_PATH}/pending`;
export const pendingPath = (id: string): string => `${PENDING_PATH}/${id}`;
export const REASONS_PATH = `${STAFF_REPORTS_PATH}/reasons`;
