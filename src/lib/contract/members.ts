import * as z from 'zod/mini';

/** The roles of a member, and how each is shown (design 5). */
export const ROLES = {
  farmer: 'Farmer',
  processor: 'Bio-waste processor',
  gleaner: 'Gleaning organization',
  feed: 'Livestock feed producer',
  staff: 'Staff',
} as const;

export type Role = keyof typeof ROLES;

/** A member as other people see one. */
export const Account = z.object({
  account_id: z.string(),
  name: z.string(),
  /** the address of the picture, or null when the member has none */
  profile_picture: z.nullable(z.string()),
  /** the role in words, as `ROLES` has it */
  account_type: z.string(),
});
export type Account = z.infer<typeof Account>;

/** A member's forum profile (spec 3). */
export const ForumProfile = z.extend(Account, {
  followers: z.number(),
  following: z.number(),
  post_count: z.number(),
  /** whether who looks follows them */
  followed: z.boolean(),
  /** whether it is who looks */
  own_account: z.boolean(),
});
export type ForumProfile = z.infer<typeof ForumProfile>;
