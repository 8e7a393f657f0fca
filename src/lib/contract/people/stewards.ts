import * as z from 'zod/mini';

import type { ErrorCode } from '#lib/contract/error-codes.ts';
import { text } from '#lib/contract/text.ts';

import { Account } from './members.ts';

const MAX_STEWARD = 200;
const MAX_NOTE = 200;

/** How a person agreed that a steward looks after them. */
export const STEWARD_CONSENTS = ['paper', 'in_person'] as const;
const Consent = z.enum(STEWARD_CONSENTS, 'steward_consent_required' satisfies ErrorCode);
export type StewardConsent = z.infer<typeof Consent>;

/** What staff type to let a steward look after a person. */
export const StewardInput = z.object({
  /** their id, email, or the phone number they log in with */
  steward: text({ max: MAX_STEWARD, oneLine: true, required: 'steward_required' }),
  consent: Consent,
  /** where the paper lies */
  consent_note: z._default(text({ max: MAX_NOTE, oneLine: true }), ''),
});
export type StewardInput = z.infer<typeof StewardInput>;

/** One of the two of a stewardship, as the other sees them. */
const Steward = z.extend(Account, {
  /** ISO 8601, UTC */
  begun_date: z.string(),
});
export type Steward = z.infer<typeof Steward>;

/** For whom a form may be, beside its sender. */
export interface Choice extends Steward {
  has_phone: boolean;
}

/** Who looks after the viewer, and whom they look after. */
export const Stewardships = z.object({
  steward: z.nullable(Steward),
  people: z.array(Steward),
});
export type Stewardships = z.infer<typeof Stewardships>;

/** The same of a member, as staff see it. */
export const StewardRecord = z.extend(Stewardships, {
  /** how the member agreed; null without a steward */
  consent: z.nullable(Consent),
  consent_note: z.string(),
});
export type StewardRecord = z.infer<typeof StewardRecord>;

/** The id of the person whom the viewer acts for; null, or empty, for themselves. */
export const ForAccount = z._default(z.nullable(z.string('invalid_id' satisfies ErrorCode)), null);

/** What a person chooses who logs in by themselves from now on: whether their steward goes on. */
export const STEWARD_CHOICES = ['keep', 'end'] as const;
