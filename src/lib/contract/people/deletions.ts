import * as z from 'zod/mini';

import { CONFIRM_FIELD, Confirmation } from './confirmations.ts';

/** The viewer's password, unless they have just proved with a passkey who they are. */
export const DeletionInput = z.object({
  [CONFIRM_FIELD]: z.optional(Confirmation.shape[CONFIRM_FIELD]),
});
export type DeletionInput = z.infer<typeof DeletionInput>;

/** How long a member can change their mind. */
export const DELETION_DAYS = 14;

/** An account that will be deleted. */
export const Deletion = z.object({
  /** ISO 8601, UTC: until then signing in ends the deletion */
  erase_at: z.string(),
});
export type Deletion = z.infer<typeof Deletion>;
