import * as z from 'zod/mini';

import type { ErrorCode } from '#lib/contract/error-codes.ts';

import { Email } from './auth.ts';
import { type Role, ROLES } from './members.ts';
import { MiddleName, NameInput } from './profile.ts';

const roles = Object.keys(ROLES) as Role[];

/** A member to be added by an operator; there is no registration. */
export const NewMember = z.extend(NameInput, {
  middle_name: MiddleName,
  email: Email,
  role: z.enum(roles, 'role_invalid' satisfies ErrorCode),
});
export type NewMember = z.infer<typeof NewMember>;
