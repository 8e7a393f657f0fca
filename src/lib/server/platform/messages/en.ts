import type { ErrorCode } from '#lib/contract/error-codes.ts';
import { GUIDE } from '#lib/contract/library/resource-drafts.ts';
import { MAX_PUSH_DEVICES } from '#lib/contract/limits.ts';
import { NOTIFICATION_TYPES } from '#lib/contract/notifications/notifications.ts';
import { MAX_LIMIT } from '#lib/contract/pagination.ts';
import { ROLES } from '#lib/contract/people/members.ts';
import { intlLocales, t } from '#lib/messages/t.ts';

import { LIMIT_MESSAGES } from './limits.ts';
import { PLAIN_MESSAGES } from './plain.ts';

/** The parameters of sentences. */
export interface ErrorParams {
  /** until the next attempt is allowed */
  seconds?: number;
  /** in characters */
  maximum?: number;
  name?: string;
  mediaType?: string;
  /** the submitted value */
  value?: string;
  /** the allowed methods */
  allow?: string[];
  /** an email or id */
  member?: string;
}

export type Message = string | ((params: ErrorParams) => string);

const MINUTE = 60;
const HOUR = 3600;

/** A waiting time, as the message `error.rate_limited` expects it. */
function waitOf(seconds: number): { unit: string; amount: number } {
  if (seconds < MINUTE) return { unit: 'seconds', amount: seconds };
  if (seconds <= MINUTE) return { unit: 'minute', amount: 1 };
  if (seconds <= 2 * HOUR) return { unit: 'minutes', amount: Math.ceil(seconds / MINUTE) };
  return { unit: 'hours', amount: Math.ceil(seconds / HOUR) };
}

const OTHERS = {
  boolean_expected: ({ name = '', value = '' }) => t('error.boolean_expected', { name, value }),
  invalid_id: ({ name = '', value = '' }) => t('error.invalid_id', { name, value }),
  duplicate_parameter: ({ name = '' }) => t('error.duplicate_parameter', { name }),
  invalid_cursor: ({ value = '' }) => t('error.invalid_cursor', { value }),
  limit_out_of_range: ({ value = '' }) =>
    t('error.limit_out_of_range', { value, maximum: MAX_LIMIT }),
  unsupported_media_type: ({ mediaType: media = '', value = '' }) =>
    t('error.unsupported_media_type', { media, value }),
  method_not_allowed: ({ allow = [] }) =>
    t('error.method_not_allowed', { methods: allow.join(', ') }),
  too_many_hectares: ({ maximum = 0 }) =>
    t('error.too_many_hectares', { maximum: maximum.toLocaleString(intlLocales('en')) }),
  out_of_reach: ({ value = '', maximum = 0 }) =>
    t('error.out_of_reach', { town: value, km: maximum }),
  more_than_half_day: ({ maximum = 0 }) =>
    t('error.more_than_half_day', { maximum: maximum.toLocaleString(intlLocales('en')) }),
  too_long: ({ maximum = 0 }) => t('error.too_long', { maximum }),
  endpoint_not_found: ({ value = '' }) => t('error.endpoint_not_found', { value }),
  agreed_on_other_days: ({ value = '' }) => t('error.agreed_on_other_days', { value }),
  pickup_day_before_ready: ({ value = '' }) => t('error.pickup_day_before_ready', { value }),
  pickup_day_after_until: ({ value = '' }) => t('error.pickup_day_after_until', { value }),
  rate_limited: ({ seconds = 1 }) => t('error.rate_limited', waitOf(seconds)),
  unavailable: ({ seconds = 5 }) => t('error.unavailable', { seconds }),

  unknown_member: ({ member = '' }) => t('error.unknown_member', { member }),
  email_taken: ({ member = '' }) => t('error.email_taken', { member }),
  get role_invalid() {
    return t('error.role_invalid', { roles: Object.keys(ROLES).join(', ') });
  },

  suspended: ({ value = '' }) => t('error.suspended', { day: value }),
  avatar_closed: ({ value = '' }) => t('error.avatar_closed', { day: value }),
  name_closed: ({ value = '' }) => t('error.name_closed', { day: value }),

  get too_many_push_devices() {
    return t('error.too_many_push_devices', { maximum: MAX_PUSH_DEVICES });
  },
  notification_type_invalid: `The type is one of ${NOTIFICATION_TYPES.join(', ')}.`,
  get too_many_parts() {
    return t('error.too_many_parts', { maximum: GUIDE.maxBlocks });
  },
  get guide_too_long() {
    return t('error.guide_too_long', {
      maximum: GUIDE.maxLength.toLocaleString(intlLocales('en')),
    });
  },
} as const satisfies Partial<Record<ErrorCode, Message>>;

/** Combines objects without calling their getters, as a spread would. */
const withGetters = <One extends object, Other extends object>(one: One, other: Other) =>
  Object.defineProperties(one, Object.getOwnPropertyDescriptors(other)) as One & Other;

/** The sentence of each error code; those that are getters or have parameters are in the request's language. */
export const MESSAGES = withGetters(
  withGetters(PLAIN_MESSAGES, LIMIT_MESSAGES),
  OTHERS,
) satisfies Record<ErrorCode, Message>;
