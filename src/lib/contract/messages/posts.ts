import type { ErrorCode } from '#lib/contract/error-codes.ts';
import { t } from '#lib/messages/t.ts';

/** Errors of comments and reports, for scripts: see `auth.ts`. */
export const POST_MESSAGES = {
  comment_required: t('error.comment_required'),
  report_reason_required: t('error.report_reason_required'),
} satisfies Partial<Record<ErrorCode, string>>;

export const tooLong = (maximum: number): string => t('error.too_long', { maximum });
