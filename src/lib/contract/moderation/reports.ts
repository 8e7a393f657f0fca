import * as z from 'zod/mini';

import { text } from '#lib/contract/text.ts';

/** In UTF-16 units. */
const MAX_REPORT = 1000;

export const ReportInput = z.object({
  report_desc: text({ max: MAX_REPORT, required: 'report_reason_required' }),
});
export type ReportInput = z.infer<typeof ReportInput>;

export const ReportStatus = z.object({ is_reported: z.boolean() });
export type ReportStatus = z.infer<typeof ReportStatus>;
