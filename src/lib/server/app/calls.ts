// The API calls and plain forms of all nouns. A new noun is added here.
import { Hono } from 'hono';

import {
  DESK_CODE_PATH,
  MACHINES_PATH,
  PHONE_LOGIN_PATH,
  STOP_EMAILS_PATH,
} from '#lib/contract/paths.ts';
import { calls as activity } from '#lib/server/exchange/activity/calls.ts';
import { calls as alerts } from '#lib/server/exchange/alerts/calls.ts';
import { calls as appointments } from '#lib/server/exchange/appointments/calls.ts';
import { appointmentForms } from '#lib/server/exchange/appointments/form-routes.ts';
import { calls as trucks } from '#lib/server/exchange/appointments/trucks/calls.ts';
import { calls as calendars } from '#lib/server/exchange/calendars/calls.ts';
import { calls as figures } from '#lib/server/exchange/figures/calls.ts';
import { calls as impact } from '#lib/server/exchange/impact/calls.ts';
import { calls as listings, listingForms } from '#lib/server/exchange/listings/calls.ts';
import { alertForms, exchangeSettingsForms } from '#lib/server/exchange/listings/form-routes.ts';
import { calls as machines, machineForms } from '#lib/server/exchange/machines/calls.ts';
import { calls as rounds } from '#lib/server/exchange/rounds/calls.ts';
import { calls as season, harvestForms, scheduleForms } from '#lib/server/exchange/season/calls.ts';
import { nextForms } from '#lib/server/exchange/season/form-routes.ts';
import { calls as comments, commentForms } from '#lib/server/forum/comments/calls.ts';
import { calls as follows } from '#lib/server/forum/follows/calls.ts';
import { calls as likes } from '#lib/server/forum/likes/calls.ts';
import { calls as mutes } from '#lib/server/forum/mutes/calls.ts';
import { calls as posts } from '#lib/server/forum/posts/calls.ts';
import { calls as savedPosts, savedPostForms } from '#lib/server/forum/saved-posts/calls.ts';
import { calls as search } from '#lib/server/forum/search/calls.ts';
import { calls as suggestions } from '#lib/server/forum/suggestions/calls.ts';
import { calls as resources, guideForms } from '#lib/server/library/resources/calls.ts';
import { calls as moderation } from '#lib/server/moderation/calls.ts';
import { moderationForms, ownModerationForms } from '#lib/server/moderation/form-routes.ts';
import { calls as reports, reportForms } from '#lib/server/moderation/reports/calls.ts';
import {
  calls as notifications,
  notificationForms,
  ownNotificationForms,
  stopEmailsForms,
  stoppedAddressForms,
} from '#lib/server/notifications/calls.ts';
import { calls as pushDevices } from '#lib/server/notifications/channels/push/calls.ts';
import {
  applicationForms,
  calls as applications,
  joinForms,
} from '#lib/server/people/applications/calls.ts';
import { calls as auditLog } from '#lib/server/people/audit-log/calls.ts';
import { calls as auth, phoneSignInForms } from '#lib/server/people/auth/calls.ts';
import { blockForms, calls as blocks } from '#lib/server/people/blocks/calls.ts';
import {
  calls as confirmations,
  confirmationForms,
} from '#lib/server/people/confirmations/calls.ts';
import { calls as deletions } from '#lib/server/people/deletions/calls.ts';
import { calls as emailChanges, emailChangeForms } from '#lib/server/people/email-changes/calls.ts';
import { calls as invitations, invitationForms } from '#lib/server/people/invitations/calls.ts';
import { languageForms } from '#lib/server/people/languages/calls.ts';
import {
  calls as managedMembers,
  managedMemberForms,
} from '#lib/server/people/managed-members/calls.ts';
import { calls as members } from '#lib/server/people/members/calls.ts';
import { calls as passkeys, passkeyForms } from '#lib/server/people/passkeys/calls.ts';
import {
  calls as deskCodes,
  deskCodeForms,
} from '#lib/server/people/passwords/desk-codes/calls.ts';
import { calls as passwordReset } from '#lib/server/people/passwords/password-reset/calls.ts';
import { calls as personalTokens, tokenForms } from '#lib/server/people/personal-tokens/calls.ts';
import { calls as policies, policyForms } from '#lib/server/people/policies/calls.ts';
import { calls as consents } from '#lib/server/people/policies/consents/calls.ts';
import { calls as profile } from '#lib/server/people/profile/calls.ts';
import { calls as sessions } from '#lib/server/people/sessions/calls.ts';
import {
  calls as signInPhones,
  signInPhoneForms,
} from '#lib/server/people/sign-in-phones/calls.ts';
import { calls as stewardships, stewardForms } from '#lib/server/people/stewards/calls.ts';
import type { Call, Calls } from '#lib/server/platform/http/calls.ts';
import { displayForm } from '#lib/server/platform/http/display.ts';
import type { Env } from '#lib/server/platform/http/env.ts';
import type { RenderRejected } from '#lib/server/platform/http/page-forms.ts';
import { calls as exports } from '#lib/server/privacy/exports/calls.ts';
import { privacyForms } from '#lib/server/privacy/exports/form-routes.ts';

import { importForms, calls as imports } from './imports/calls.ts';
import { documentCalls } from './openapi/calls.ts';
import { calls as overview, mailTestForms } from './overview/calls.ts';
import { calls as siteSettings, siteForms } from './site-settings/calls.ts';

/** Calls by noun, as in the OpenAPI document. */
export const CALLS: Record<string, Calls> = {
  alerts,
  appointments: { ...appointments, ...trucks },
  applications,
  'audit-log': auditLog,
  auth,
  blocks,
  comments,
  confirmations,
  consents,
  deletions,
  'desk-codes': deskCodes,
  'email-changes': emailChanges,
  exports,
  figures,
  follows,
  calendars,
  impact,
  imports,
  invitations,
  likes,
  listings: { ...listings, ...rounds },
  machines,
  'managed-members': managedMembers,
  members: { ...members, ...activity },
  moderation,
  mutes,
  notifications,
  overview,
  passkeys,
  'password-reset': passwordReset,
  'personal-tokens': personalTokens,
  policies,
  posts,
  profile,
  'push-devices': pushDevices,
  reports,
  resources,
  'saved-posts': savedPosts,
  search,
  season,
  sessions,
  'sign-in-phones': signInPhones,
  'site-settings': siteSettings,
  stewardships,
  suggestions,
  openapi: documentCalls(() => CALLS),
};

/** Every call of the API, by method and path. */
export const ALL_CALLS: Record<string, Call> = Object.assign({}, ...Object.values(CALLS));

/** The plain forms on pages of guests and members. Each is sent to its page's own URL. */
export const pageForms = (render: RenderRejected | undefined) =>
  new Hono<Env>()
    .route('/display', displayForm(render))
    .route('/', languageForms(render))
    .route('/join', joinForms(render))
    .route(PHONE_LOGIN_PATH, phoneSignInForms(render))
    .route(DESK_CODE_PATH, deskCodeForms(render))
    .route('/', privacyForms(render))
    .route('/email-change', emailChangeForms(render))
    .route(STOP_EMAILS_PATH, stopEmailsForms(render))
    .route('/exchange', alertForms(render))
    // Before the forms of one listing, whose id takes the same place in the path.
    .route('/exchange', listingForms(render))
    .route('/exchange', nextForms(render))
    // After the form of a new listing, for the same reason.
    .route('/exchange', appointmentForms(render))
    .route('/profile/moderation', ownModerationForms(render))
    .route('/profile', exchangeSettingsForms(render))
    .route('/', harvestForms(render))
    .route(MACHINES_PATH, machineForms(render))
    .route('/', savedPostForms(render))
    .route('/', blockForms(render))
    .route('/', stewardForms(render))
    .route('/', ownNotificationForms(render))
    .route('/forums/posts', commentForms(render))
    .route('/report', reportForms(render))
    .route('/profile', passkeyForms(render))
    .route('/profile', tokenForms(render))
    .route('/profile', signInPhoneForms(render));

/** The plain forms on pages of staff. */
export const staffForms = (render: RenderRejected | undefined) =>
  new Hono<Env>()
    .route('/', stoppedAddressForms(render))
    .route('/test-email', mailTestForms(render))
    .route('/confirm', confirmationForms(render))
    .route('/applications', applicationForms(render))
    .route('/invitations', invitationForms(render))
    .route('/guides', guideForms(render))
    .route('/policies', policyForms(render))
    .route('/notifications', notificationForms(render))
    .route('/season', scheduleForms(render))
    .route('/site', siteForms(render))
    // Before the forms of one member, whose id takes the same place in the path.
    .route('/members/import', importForms(render))
    .route('/members', managedMemberForms(render))
    .route('/reports', moderationForms(render));
