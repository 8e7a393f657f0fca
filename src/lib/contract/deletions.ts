import * as z from 'zod/mini';

/** How long a member can change their mind. */
export const DELETION_DAYS = 14;

/** An account that will be deleted. */
export const Deletion = z.object({
  /** ISO 8601, UTC: until then signing in ends the deletion */
  erase_at: z.string(),
});
export type Deletion = z.infer<typeof Deletion>;
