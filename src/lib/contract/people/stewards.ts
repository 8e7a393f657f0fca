import * as z from 'zod/mini';

import type { ErrorCode } from '#lib/contract/error-codes.ts';
import { text } from '#lib/contract/text.ts';

import { Account } from './members.ts';

const MAX_STEWARD = 200;
const MAX_NOTE = 200;

/** How a person agreed to be looked after by a steward. */
export const STEWARD_CONSENTS = ['paper', 'in_person'] as const;
const Consent = z.enum(STEWARD_CONSENTS, 'steward_consent_required' satisfies ErrorCode);
export type StewardConsent = z.infer<typeof Consent>;

/** A new stewardship, as staff enter it. */
export const StewardInput = z.object({
  /** the steward's id, email, or phone number for logging in */
  steward: text({ max: MAX_STEWARD, oneLine: true, required: 'steward_required' }),
  consent: Consent,
  /** where the paper is stored */
  consent_note: z._default(text({ max: MAX_NOTE, oneLine: true }), ''),
});
export type StewardInput = z.infer<typeof StewardInput>;

/** The steward, or the person looked after, as the other sees them. */
const Steward = z.extend(Account, {
  /** ISO 8601, UTC */
  begun_date: z.string(),
});
export type Steward = z.infer<typeof Steward>;

/** A person for whom a member can submit a form. */
export interface Choice extends Steward {
  has_phone: boolean;
}

/** The viewer's steward, and the people whom the viewer looks after. */
export const Stewardships = z.object({
  steward: z.nullable(Steward),
  people: z.array(Steward),
});
export type Stewardships = z.infer<typeof Stewardships>;

/** A member's stewardships, as staff see them. */
export const StewardRecord = z.extend(Stewardships, {
  /** how the member agreed; null without a steward */
  consent: z.nullable(Consent),
  consent_note: z.string(),
});
export type StewardRecord = z.infer<typeof StewardRecord>;

/** The id of the person on whose behalf the viewer acts; null or empty for themselves. */
export const ForAccount = z._default(z.nullable(z.string('invalid_id' satisfies ErrorCode)), null);

/** A member's choice when they start to log in themselves: whether their steward continues. */
export const STEWARD_CHOICES = ['keep', 'end'] as const;
