import * as z from 'zod/mini';

import { text } from './text.ts';

/** Said to a report without a reason (spec 5). */
export const REPORT_MESSAGE = 'Please provide a reason of report.';

/** What a member tells staff about a post (spec 3). */
export const ReportInput = z.object({ report_desc: text({ max: 1000, required: REPORT_MESSAGE }) });
export type ReportInput = z.infer<typeof ReportInput>;
