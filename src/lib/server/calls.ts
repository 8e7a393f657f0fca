// The calls of each noun. Who builds a noun adds it here.
import { calls as alerts } from './alerts/calls.ts';
import { calls as applications } from './applications/calls.ts';
import { calls as auditLog } from './audit-log/calls.ts';
import { calls as auth } from './auth/calls.ts';
import { calls as blocks } from './blocks/calls.ts';
import { calls as comments } from './comments/calls.ts';
import { calls as confirmations } from './confirmations/calls.ts';
import { calls as consents } from './consents/calls.ts';
import { calls as deletions } from './deletions/calls.ts';
import { calls as emailChanges } from './email-changes/calls.ts';
import { calls as exports } from './exports/calls.ts';
import { calls as follows } from './follows/calls.ts';
import type { Call, Calls } from './http/calls.ts';
import { calls as impact } from './impact/calls.ts';
import { calls as invitations } from './invitations/calls.ts';
import { calls as likes } from './likes/calls.ts';
import { calls as listings } from './listings/calls.ts';
import { calls as managedMembers } from './managed-members/calls.ts';
import { calls as members } from './members/calls.ts';
import { calls as moderation } from './moderation/calls.ts';
import { calls as mutes } from './mutes/calls.ts';
import { calls as notifications } from './notifications/calls.ts';
import { documentCalls } from './openapi/calls.ts';
import { calls as overview } from './overview/calls.ts';
import { calls as passkeys } from './passkeys/calls.ts';
import { calls as passwordReset } from './password-reset/calls.ts';
import { calls as personalTokens } from './personal-tokens/calls.ts';
import { calls as pickups } from './pickups/calls.ts';
import { calls as policies } from './policies/calls.ts';
import { calls as posts } from './posts/calls.ts';
import { calls as profile } from './profile/calls.ts';
import { calls as reports } from './reports/calls.ts';
import { calls as resources } from './resources/calls.ts';
import { calls as search } from './search/calls.ts';
import { calls as sessions } from './sessions/calls.ts';
import { calls as suggestions } from './suggestions/calls.ts';

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
  members,
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
  reports,
  resources,
  search,
  sessions,
  suggestions,
  openapi: documentCalls(() => CALLS),
};

/** Every call of the API, by method and path. */
export const ALL_CALLS: Record<string, Call> = Object.assign({}, ...Object.values(CALLS));
