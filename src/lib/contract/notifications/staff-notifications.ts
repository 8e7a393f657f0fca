import * as z from 'zod/mini';

import type { ErrorCode } from '#lib/contract/error-codes.ts';
import { Id, toId } from '#lib/contract/ids.ts';
import { ROLES, type Role } from '#lib/contract/people/members.ts';
import { text } from '#lib/contract/text.ts';

const roles = Object.keys(ROLES) as [Role, ...Role[]];

const AUDIENCE = {
  to: z.enum(['everyone', 'role', 'town'], 'audience_invalid' satisfies ErrorCode),
  role: z.optional(z.enum(roles, 'role_invalid' satisfies ErrorCode)),
  /** a PSGC code; the server checks it */
  town: z.optional(z.string('town_invalid' satisfies ErrorCode)),
};

interface AudienceFields {
  to: string;
  role?: string | undefined;
  town?: string | undefined;
}

export const hasRole = ({ to, role }: AudienceFields) => to !== 'role' || role !== undefined;
export const hasTown = ({ to, town }: AudienceFields) => to !== 'town' || town !== undefined;
const ROLE_ERROR = { path: ['role'], error: 'role_invalid' satisfies ErrorCode };
const TOWN_ERROR = { path: ['town'], error: 'town_invalid' satisfies ErrorCode };

/** The members whom staff notify: all, those with a role, or those of a town. */
export const StaffAudience = z
  .object(AUDIENCE)
  .check(z.refine(hasRole, ROLE_ERROR), z.refine(hasTown, TOWN_ERROR));
export type StaffAudience = z.infer<typeof StaffAudience>;

// The path of a post or guide, with or without the site's origin.
const LINK = /(?:^|\/)(forums\/posts|eduhub)\/([\da-f-]{36})(?:[?#].*)?$/i;
export const isLink = (link: string) => link === '' || toId(LINK.exec(link)?.[2]) !== null;

/** A notification from staff to many members. */
export const StaffNotification = z
  .object({
    ...AUDIENCE,
    /** makes a repeated request send it only once */
    key: Id,
    title: text({ max: 150, required: 'title_required', oneLine: true }),
    content: text({ max: 1000, required: 'content_required' }),
    /** the URL or path of a post or guide, or empty */
    link: z._default(
      z
        .string()
        .check(
          z.trim(),
          z.maxLength(300, 'link_invalid' satisfies ErrorCode),
          z.refine(isLink, 'link_invalid' satisfies ErrorCode),
        ),
      '',
    ),
  })
  .check(z.refine(hasRole, ROLE_ERROR), z.refine(hasTown, TOWN_ERROR));
export type StaffNotification = z.infer<typeof StaffNotification>;

/** The preview of a notification, or the errors of its form. */
export interface NotificationPreview {
  /** the form's values */
  values: Record<string, string>;
  input: StaffNotification | null;
  readers: number;
  errors: Record<string, string>;
}

/** @returns the type of a notification with this link, and the id of its target */
export function readLink(link: string) {
  const [, kind, id] = LINK.exec(link) ?? [];
  if (!kind) return { type: 'forum', link_data: null } as const;
  const type = kind.toLowerCase() === 'eduhub' ? 'eduhub-published' : 'forum-new-post';
  return { type, link_data: toId(id) } as const;
}
