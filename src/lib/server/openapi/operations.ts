import { OPERATIONS as alerts } from '#lib/server/alerts/operations.ts';
import { OPERATIONS as applications } from '#lib/server/applications/operations.ts';
import { OPERATIONS as auditLog } from '#lib/server/audit-log/operations.ts';
import { OPERATIONS as auth } from '#lib/server/auth/operations.ts';
import { OPERATIONS as blocks } from '#lib/server/blocks/operations.ts';
import { OPERATIONS as comments } from '#lib/server/comments/operations.ts';
import { OPERATIONS as confirmations } from '#lib/server/confirmations/operations.ts';
import { OPERATIONS as consents } from '#lib/server/consents/operations.ts';
import { OPERATIONS as deletions } from '#lib/server/deletions/operations.ts';
import { OPERATIONS as emailChanges } from '#lib/server/email-changes/operations.ts';
import { OPERATIONS as exports } from '#lib/server/exports/operations.ts';
import { OPERATIONS as follows } from '#lib/server/follows/operations.ts';
import { OPERATIONS as impact } from '#lib/server/impact/operations.ts';
import { OPERATIONS as invitations } from '#lib/server/invitations/operations.ts';
import { OPERATIONS as likes } from '#lib/server/likes/operations.ts';
import { OPERATIONS as listings } from '#lib/server/listings/operations.ts';
import { OPERATIONS as managedMembers } from '#lib/server/managed-members/operations.ts';
import { OPERATIONS as members } from '#lib/server/members/operations.ts';
import { OPERATIONS as moderation } from '#lib/server/moderation/operations.ts';
import { REPORT_OPERATIONS as moderationReports } from '#lib/server/moderation/report-operations.ts';
import { OPERATIONS as mutes } from '#lib/server/mutes/operations.ts';
import { OPERATIONS as notifications } from '#lib/server/notifications/operations.ts';
import { OPERATIONS as overview } from '#lib/server/overview/operations.ts';
import { OPERATIONS as passkeys } from '#lib/server/passkeys/operations.ts';
import { OPERATIONS as passwordReset } from '#lib/server/password-reset/operations.ts';
import { OPERATIONS as personalTokens } from '#lib/server/personal-tokens/operations.ts';
import { OPERATIONS as pickups } from '#lib/server/pickups/operations.ts';
import { OPERATIONS as policies } from '#lib/server/policies/operations.ts';
import { OPERATIONS as posts } from '#lib/server/posts/operations.ts';
import { OPERATIONS as profile } from '#lib/server/profile/operations.ts';
import { OPERATIONS as reports } from '#lib/server/reports/operations.ts';
import { OPERATIONS as resources } from '#lib/server/resources/operations.ts';
import { OPERATIONS as search } from '#lib/server/search/operations.ts';
import { OPERATIONS as sessions } from '#lib/server/sessions/operations.ts';
import { OPERATIONS as suggestions } from '#lib/server/suggestions/operations.ts';

import type { Operations } from './operation.ts';
import { OPERATIONS as openapi } from './own-operations.ts';

/** The calls of each noun. Who builds a noun adds it here. */
export const NOUNS: Record<string, Operations> = {
  alerts: alerts,
  applications: applications,
  'audit-log': auditLog,
  auth: auth,
  blocks: blocks,
  comments: comments,
  confirmations: confirmations,
  consents: consents,
  deletions: deletions,
  'email-changes': emailChanges,
  exports: exports,
  follows: follows,
  impact: impact,
  invitations: invitations,
  likes: likes,
  listings: listings,
  'managed-members': managedMembers,
  members: members,
  moderation: { ...moderation, ...moderationReports },
  mutes: mutes,
  notifications: notifications,
  overview: overview,
  passkeys: passkeys,
  'password-reset': passwordReset,
  'personal-tokens': personalTokens,
  pickups: pickups,
  policies: policies,
  posts: posts,
  profile: profile,
  reports: reports,
  resources: resources,
  search: search,
  sessions: sessions,
  suggestions: suggestions,
  openapi,
};

/** Every call of the API. */
export const OPERATIONS: Operations = Object.assign({}, ...Object.values(NOUNS));
