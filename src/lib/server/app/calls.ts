// The calls of each noun. Who builds a noun adds it here.
import { calls as activity } from '#lib/server/exchange/activity/calls.ts';
import { calls as alerts } from '#lib/server/exchange/alerts/calls.ts';
import { calls as impact } from '#lib/server/exchange/impact/calls.ts';
import { calls as listings } from '#lib/server/exchange/listings/calls.ts';
import { calls as pickups } from '#lib/server/exchange/pickups/calls.ts';
import { calls as comments } from '#lib/server/forum/comments/calls.ts';
import { calls as follows } from '#lib/server/forum/follows/calls.ts';
import { calls as likes } from '#lib/server/forum/likes/calls.ts';
import { calls as mutes } from '#lib/server/forum/mutes/calls.ts';
import { calls as posts } from '#lib/server/forum/posts/calls.ts';
import { calls as search } from '#lib/server/forum/search/calls.ts';
import { calls as suggestions } from '#lib/server/forum/suggestions/calls.ts';
import { calls as resources } from '#lib/server/library/resources/calls.ts';
import { calls as moderation } from '#lib/server/moderation/calls.ts';
import { calls as reports } from '#lib/server/moderation/reports/calls.ts';
import { calls as notifications } from '#lib/server/notifications/calls.ts';
import { calls as pushDevices } from '#lib/server/notifications/push-devices/calls.ts';
import { calls as applications } from '#lib/server/people/applications/calls.ts';
import { calls as auditLog } from '#lib/server/people/audit-log/calls.ts';
import { calls as auth } from '#lib/server/people/auth/calls.ts';
import { calls as blocks } from '#lib/server/people/blocks/calls.ts';
import { calls as confirmations } from '#lib/server/people/confirmations/calls.ts';
import { calls as consents } from '#lib/server/people/consents/calls.ts';
import { calls as deletions } from '#lib/server/people/deletions/calls.ts';
import { calls as emailChanges } from '#lib/server/people/email-changes/calls.ts';
import { calls as invitations } from '#lib/server/people/invitations/calls.ts';
import { calls as managedMembers } from '#lib/server/people/managed-members/calls.ts';
import { calls as members } from '#lib/server/people/members/calls.ts';
import { calls as passkeys } from '#lib/server/people/passkeys/calls.ts';
import { calls as passwordReset } from '#lib/server/people/password-reset/calls.ts';
import { calls as personalTokens } from '#lib/server/people/personal-tokens/calls.ts';
import { calls as policies } from '#lib/server/people/policies/calls.ts';
import { calls as profile } from '#lib/server/people/profile/calls.ts';
import { calls as sessions } from '#lib/server/people/sessions/calls.ts';
import type { Call, Calls } from '#lib/server/platform/http/calls.ts';
import { calls as exports } from '#lib/server/privacy/exports/calls.ts';

import { documentCalls } from './openapi/calls.ts';
import { calls as overview } from './overview/calls.ts';

/** By the name of the noun, as the OpenAPI document has it. */
export const CALLS: Record<string, Calls> = {
  alerts,
  applications,
  'audit-log': auditLog,
  auth,
  blocks,
  comments,
  confirmations,
  consents,
  deletions,
  'email-changes': emailChanges,
  exports,
  follows,
  impact,
  invitations,
  likes,
  listings,
  'managed-members': managedMembers,
  members: { ...members, ...activity },
  moderation,
  mutes,
  notifications,
  overview,
  passkeys,
  'password-reset': passwordReset,
  'personal-tokens': personalTokens,
  pickups,
  policies,
  posts,
  profile,
  'push-devices': pushDevices,
  reports,
  resources,
  search,
  sessions,
  suggestions,
  openapi: documentCalls(() => CALLS),
};

/** Every call of the API, by method and path. */
export const ALL_CALLS: Record<string, Call> = Object.assign({}, ...Object.values(CALLS));
