// The implementations that the platform calls through interfaces: identifying viewers, and handling events.
import {
  endAppointmentsBetween,
  endAppointmentsOfPost,
  leaveAppointments,
} from '#lib/server/exchange/appointments/end.ts';
import { endTripsBetween } from '#lib/server/exchange/appointments/trucks/end.ts';
import { deleteCalendar } from '#lib/server/exchange/calendars/queries.ts';
import { endFollow } from '#lib/server/forum/follows/service.ts';
import { quarantinePost } from '#lib/server/moderation/quarantine.ts';
import { readAbout } from '#lib/server/notifications/inbox/read-about.ts';
import { requireAccessToken } from '#lib/server/people/auth/access-tokens.ts';
import { confirmPassword } from '#lib/server/people/confirmations/service.ts';
import { cancelDeletion } from '#lib/server/people/deletions/cancel-deletion.ts';
import { findTokenViewer } from '#lib/server/people/personal-tokens/service.ts';
import { requireConsents } from '#lib/server/people/policies/consents/service.ts';
import { findViewer } from '#lib/server/people/sessions/service.ts';
import { endBetween } from '#lib/server/people/stewards/service.ts';
import type { Events, Identity } from '#lib/server/platform/context.ts';
import { requireViewer } from '#lib/server/platform/require-viewer.ts';
import { deleteWaitingExports } from '#lib/server/privacy/exports/queries.ts';

import { IN_PLACE } from './in-place.ts';

/** Identifies the viewers of requests. */
export const IDENTITY: Identity = {
  findViewer,
  findTokenViewer,
  requireAccessToken,
  requireConsents,
  confirmPassword,
  inPlace: IN_PLACE,
};

/** Handles events of lower layers. */
export const EVENTS: Events = {
  async memberHidden(services, tx, memberId) {
    await leaveAppointments(services, tx, memberId);
  },
  memberReturned: cancelDeletion,
  async tokensEnded(tx, memberId) {
    await deleteCalendar(tx, memberId);
  },
  // Downloading an export would require a login, which cancels the deletion.
  async deletionRequested(tx, memberId) {
    await deleteWaitingExports(tx, memberId);
  },
  async memberBlocked(ctx, tx, memberId) {
    const { id } = requireViewer(ctx);
    await endAppointmentsBetween(ctx, tx, memberId);
    await endBetween(ctx, tx, id, memberId);
    await endTripsBetween(ctx, tx, memberId);
    await endFollow(tx, { follower_id: id, followed_id: memberId });
    await endFollow(tx, { follower_id: memberId, followed_id: id });
  },
  subjectSeen: readAbout,
  async postDeleted(services, tx, id) {
    await endAppointmentsOfPost(services, tx, { id, link: null });
  },
  async postPending(ctx, tx, id) {
    await quarantinePost(ctx, tx, id, { member_id: requireViewer(ctx).id, decision_id: null });
  },
};
