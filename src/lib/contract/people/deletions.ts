import * as z from 'zod/mini';

import { CONFIRM_FIELD, Confirmation } from './confirmations.ts';

/** The viewer's password, unless they have just confirmed their identity with a passkey. */
export const DeletionInput = z.object({
  [CONFIRM_FIELD]: z.optional(Confirmation.shape[CONFIRM_FIELD]),
});
export type DeletionInput = z.infer<typeof DeletionInput>;

/** For how many days a member can undo the deletion. */
export const DELETION_DAYS = 14;

/** A scheduled deletion of an account. */
export const Deletion = z.object({
  /** ISO 8601, UTC: logging in before then cancels the deletion */
  erase_at: z.string(),
});
export type Deletion = z.infer<typeof Deletion>;
