import * as z from 'zod/mini';

import { text } from './text.ts';

export const ReportInput = z.object({
  report_desc: text({ max: 1000, required: 'report_reason_required' }),
});
export type ReportInput = z.infer<typeof ReportInput>;

export const ReportStatus = z.object({ is_reported: z.boolean() });
export type ReportStatus = z.infer<typeof ReportStatus>;
