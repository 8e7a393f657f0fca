import { type Account, type Role, ROLES } from '#lib/contract/members.ts';
import { pictureSize, pictureUrl } from '#lib/contract/pictures.ts';
import type { MemberRow } from '#lib/server/queries/members.ts';

/** @returns the address of a kept picture, in its largest size */
export const addressOf = (pictureKey: string): string =>
  pictureUrl(pictureKey, pictureSize(pictureKey).width);

/** @returns a member as other people see one */
export const toAccount = (row: MemberRow): Account => ({
  account_id: row.member_id,
  name: `${row.first_name} ${row.last_name}`,
  profile_picture: row.avatar_key && addressOf(row.avatar_key),
  account_type: ROLES[row.role as Role],
});
