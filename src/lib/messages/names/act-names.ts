import { type Act, ACTS } from '#lib/contract/people/audit-log.ts';
import { t } from '#lib/messages/t.ts';

const NAMES: Record<Act, () => string> = {
  'member.added': () => t('act.member_added'),
  'member.role_changed': () => t('act.member_role_changed'),
  'member.disabled': () => t('act.member_disabled'),
  'member.enabled': () => t('act.member_enabled'),
  'member.sessions_ended': () => t('act.member_sessions_ended'),
  'member.reset_sent': () => t('act.member_reset_sent'),
  'member.link_made': () => t('act.member_link_made'),
  'member.code_made': () => t('act.member_code_made'),
  'member.code_used': () => t('act.member_code_used'),
  'member.phone_set': () => t('act.member_phone_set'),
  'member.steward_begun': () => t('act.member_steward_begun'),
  'member.steward_ended': () => t('act.member_steward_ended'),
  'member.email_requested': () => t('act.member_email_requested'),
  'member.email_changed': () => t('act.member_email_changed'),
  'member.exported': () => t('act.member_exported'),
  'member.erased': () => t('act.member_erased'),
  'member.contact_viewed': () => t('act.member_contact_viewed'),
  'members.downloaded': () => t('act.members_downloaded'),
  'members.imported': () => t('act.members_imported'),
  'import.undone': () => t('act.import_undone'),
  'application.admitted': () => t('act.application_admitted'),
  'application.declined': () => t('act.application_declined'),
  'invitation.made': () => t('act.invitation_made'),
  'invitation.revoked': () => t('act.invitation_revoked'),
  'member.warned': () => t('act.member_warned'),
  'member.suspended': () => t('act.member_suspended'),
  'post.removed': () => t('act.post_removed'),
  'comment.removed': () => t('act.comment_removed'),
  'avatar.removed': () => t('act.avatar_removed'),
  'name.removed': () => t('act.name_removed'),
  'post.approved': () => t('act.post_approved'),
  'decision.reversed': () => t('act.decision_reversed'),
  'profile.reopened': () => t('act.profile_reopened'),
  'decision.responded': () => t('act.decision_responded'),
  'reason.added': () => t('act.reason_added'),
  'reason.changed': () => t('act.reason_changed'),
  'reason.removed': () => t('act.reason_removed'),
  'reports.dismissed': () => t('act.reports_dismissed'),
  'resource.added': () => t('act.resource_added'),
  'resource.published': () => t('act.resource_published'),
  'resource.replaced': () => t('act.resource_replaced'),
  'resource.unpublished': () => t('act.resource_unpublished'),
  'resource.deleted': () => t('act.resource_deleted'),
  'resource.restored': () => t('act.resource_restored'),
  'policy.uploaded': () => t('act.policy_uploaded'),
  'policy.discarded': () => t('act.policy_discarded'),
  'policy.replaced': () => t('act.policy_replaced'),
  'notification.sent': () => t('act.notification_sent'),
  'addresses.resumed': () => t('act.addresses_resumed'),
  'schedule.changed': () => t('act.schedule_changed'),
  'site.changed': () => t('act.site_changed'),
  'site.contact_proven': () => t('act.site_contact_proven'),
};

/** @returns what an act of staff is called in the log */
export const actName = (act: Act): string => NAMES[act]();

/** @returns the acts and their names, for a choice */
export const actOptions = (): (readonly [Act, string])[] =>
  ACTS.map((act) => [act, actName(act)] as const);
