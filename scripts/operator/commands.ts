import { addMember } from './add-member.ts';
import { addResource } from './add-resource.ts';
import { backup } from './backup.ts';
import { backups } from './backups.ts';
import type { Command, OfflineCommand } from './command.ts';
import { confirmClock } from './confirm-clock.ts';
import { disableMember } from './disable-member.ts';
import { dismissReports } from './dismiss-reports.ts';
import { doctor } from './doctor.ts';
import { enableMember } from './enable-member.ts';
import { eraseMember } from './erase-member.ts';
import { exportMember } from './export-member.ts';
import { notify } from './notify.ts';
import { passwordLink } from './password-link.ts';
import { publishResource } from './publish-resource.ts';
import { recount } from './recount.ts';
import { removePost } from './remove-post.ts';
import { replacePolicy } from './replace-policy.ts';
import { replaceResource } from './replace-resource.ts';
import { reports } from './reports.ts';
import { restore } from './restore.ts';
import { resumeEmails } from './resume-emails.ts';
import { site } from './site.ts';
import { testEmail } from './test-email.ts';

/** In the order of the help. */
export const commands: Partial<Record<string, Command | OfflineCommand>> = {
  'add-member': addMember,
  'password-link': passwordLink,
  'disable-member': disableMember,
  'enable-member': enableMember,
  'export-member': exportMember,
  'erase-member': eraseMember,
  reports,
  'remove-post': removePost,
  'dismiss-reports': dismissReports,
  'add-resource': addResource,
  'publish-resource': publishResource,
  'replace-resource': replaceResource,
  'replace-policy': replacePolicy,
  site,
  notify,
  'test-email': testEmail,
  'resume-emails': resumeEmails,
  backup,
  backups,
  restore,
  doctor,
  'confirm-clock': confirmClock,
  recount,
};
