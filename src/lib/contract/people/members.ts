import * as z from 'zod/mini';

/** Roles and their labels. */
export const ROLES = {
  farmer: 'Farmer',
  processor: 'Bio-waste processor',
  gleaner: 'Gleaning organization',
  feed: 'Livestock feed producer',
  staff: 'Staff',
} as const;

export type Role = keyof typeof ROLES;

/** The API's name of a role. */
export type RoleLabel = (typeof ROLES)[Role];

/** A member, as other members see them. */
export const Account = z.object({
  account_id: z.string(),
  name: z.string(),
  /** a URL, or null */
  profile_picture: z.nullable(z.string()),
  /** the label of the role */
  account_type: z.enum(ROLES),
});
export type Account = z.infer<typeof Account>;

/** See docs/product.md, "Forum profile". */
export const ForumProfile = z.extend(Account, {
  followers: z.number(),
  following: z.number(),
  post_count: z.number(),
  /** by the viewer */
  followed: z.boolean(),
  /** whether this is the viewer */
  own_account: z.boolean(),
});
export type ForumProfile = z.infer<typeof ForumProfile>;
