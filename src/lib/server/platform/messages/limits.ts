import type { ErrorCode } from '#lib/contract/error-codes.ts';
import { LISTING_DAYS, REPEAT_DAYS } from '#lib/contract/exchange/listings/listing-states.ts';
import { MAX_AMOUNT, MAX_PESOS } from '#lib/contract/exchange/listings/listings.ts';
import { MAX_ATTACHMENTS } from '#lib/contract/forum/posts.ts';
import {
  MAX_ALERTS,
  MAX_HARVESTS,
  MAX_FOLLOWING,
  MAX_SAVED,
  MAX_REASONS,
  MAX_BLOCKS,
  IMPORT_ROWS,
  IMPORT_COLUMNS,
  MAX_PASSKEYS,
  MAX_TOKENS,
  MAX_PEOPLE,
} from '#lib/contract/limits.ts';
import { MAX_SUSPENSION_DAYS, QUARANTINE_DAYS } from '#lib/contract/moderation/moderation.ts';
import { RESET_CODE } from '#lib/contract/people/sign-in/password-reset.ts';
import { MAX_PASSWORD } from '#lib/contract/people/sign-in/passwords.ts';
import { intlLocales, t } from '#lib/messages/t.ts';

const inDigits = (n: number): string => n.toLocaleString(intlLocales('en'));

/** The sentences with a limit, in the request's language. */
export const LIMIT_MESSAGES = {
  get amount_out_of_range() {
    return t('error.amount_out_of_range', { maximum: inDigits(MAX_AMOUNT) });
  },
  get price_out_of_range() {
    return t('error.price_out_of_range', { maximum: inDigits(MAX_PESOS) });
  },
  get repeat_too_long() {
    return t('error.repeat_too_long', { days: REPEAT_DAYS.max });
  },
  get until_too_late() {
    return t('error.until_too_late', { days: LISTING_DAYS.max });
  },
  get import_too_long() {
    return t('error.import_too_long', { maximum: IMPORT_ROWS });
  },
  get import_too_wide() {
    return t('error.import_too_wide', { maximum: IMPORT_COLUMNS });
  },
  get too_many_attachments() {
    return t('error.too_many_attachments', { maximum: MAX_ATTACHMENTS });
  },
  get too_many_saved() {
    return t('error.too_many_saved', { maximum: MAX_SAVED });
  },
  get too_many_alerts() {
    return t('error.too_many_alerts', { maximum: MAX_ALERTS });
  },
  get too_many_harvests() {
    return t('error.too_many_harvests', { maximum: MAX_HARVESTS });
  },
  get too_many_reasons() {
    return t('error.too_many_reasons', { maximum: MAX_REASONS });
  },
  get days_out_of_range() {
    return t('error.days_out_of_range', { maximum: MAX_SUSPENSION_DAYS });
  },
  get not_reversible() {
    return t('error.not_reversible', { days: QUARANTINE_DAYS });
  },
  get too_many_passkeys() {
    return t('error.too_many_passkeys', { maximum: MAX_PASSKEYS });
  },
  get too_many_tokens() {
    return t('error.too_many_tokens', { maximum: MAX_TOKENS });
  },
  get too_many_people() {
    return t('error.too_many_people', { maximum: MAX_PEOPLE });
  },
  get too_many_blocks() {
    return t('error.too_many_blocks', { maximum: inDigits(MAX_BLOCKS) });
  },
  get too_many_follows() {
    return t('error.too_many_follows', { maximum: inDigits(MAX_FOLLOWING) });
  },
  get password_too_long() {
    return t('error.password_too_long', { maximum: MAX_PASSWORD });
  },
  get malformed_code() {
    return t('error.malformed_code', { digits: RESET_CODE.digits });
  },
} satisfies Partial<Record<ErrorCode, string>>;
