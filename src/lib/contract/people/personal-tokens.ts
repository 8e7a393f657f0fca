import * as z from 'zod/mini';

import type { ErrorCode } from '#lib/contract/error-codes.ts';
import { text } from '#lib/contract/text.ts';

import { CONFIRM_FIELD, Confirmation } from './confirmations.ts';

const MAX_TOKEN_NAME = 60;

/** The prefix of all tokens, by which scanners of source code find published ones. */
export const TOKEN_PREFIX = 'glean_pat_';

/** What a token may do. `write` includes `read`. */
const TOKEN_SCOPES = ['read', 'write'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

/** A new token, as the member enters it. The server checks the day. */
export const PersonalTokenInput = z.object({
  /** the member's note where the token is used */
  name: text({ max: MAX_TOKEN_NAME, required: 'token_name_required', oneLine: true }),
  scope: z.enum(TOKEN_SCOPES, 'token_scope_invalid' satisfies ErrorCode),
  /** its last day; null for none */
  until: z._default(z.nullable(z.iso.date('day_invalid' satisfies ErrorCode)), null),
  /** not required right after a passkey was used */
  [CONFIRM_FIELD]: z.optional(Confirmation.shape[CONFIRM_FIELD]),
});
export type PersonalTokenInput = z.infer<typeof PersonalTokenInput>;

/** A personal access token, without its secret. */
export const PersonalToken = z.object({
  token_id: z.string(),
  name: z.string(),
  scope: z.enum(TOKEN_SCOPES),
  /** YYYY-MM-DD, its last day; null for none */
  until: z.nullable(z.string()),
  /** whether its last day has passed */
  has_ended: z.boolean(),
  /** ISO 8601, UTC */
  created_at: z.string(),
  /** YYYY-MM-DD; null before the first use */
  last_used: z.nullable(z.string()),
});
export type PersonalToken = z.infer<typeof PersonalToken>;

/** Newest first. */
export const PersonalTokenList = z.object({ tokens: z.array(PersonalToken) });
export type PersonalTokenList = z.infer<typeof PersonalTokenList>;

/** A new token. No later response contains its secret. */
export const CreatedPersonalToken = z.extend(PersonalToken, {
  /** the value for `Authorization: Bearer {token}` */
  token: z.string(),
});
export type CreatedPersonalToken = z.infer<typeof CreatedPersonalToken>;
