import { MODERATION_PATH } from '#lib/contract/moderation-paths.ts';
import type { Services } from '#lib/server/context.ts';
import type { Executor, ModerationDecisionTable } from '#lib/server/db/schema.ts';
import { enqueueEmail } from '#lib/server/email/enqueue-email.ts';
import { moderationEmail } from '#lib/server/email/templates.ts';
import { createNotification } from '#lib/server/notifications/notify.ts';

import { findContact } from './decision-queries.ts';
import { decisionSentence, DECISION_TITLES, RESPONSE_TITLE, REVERSED_TITLES } from './messages.ts';

const WEEK_MS = 7 * 86_400_000;

interface News {
  title: string;
  content: string;
  /** of the email, after the content */
  after: string[];
  /** a post to lead to, if any */
  link?: string | null;
}

const toName = ({ first_name, last_name }: { first_name: string; last_name: string }) =>
  `${first_name} ${last_name}`;

/** Notifies a member, and sends an email. */
async function send(
  services: Services,
  tx: Executor,
  memberId: string,
  { title, content, after, link = null }: News,
): Promise<void> {
  await createNotification(services, tx, {
    type: link ? 'forum' : 'violation',
    kind: 'moderation',
    audience: 'member',
    audience_member_id: memberId,
    link_data: link,
    title,
    content,
  });
  const member = await findContact(tx, memberId);
  if (!member) return;
  const to = { name: toName(member), address: member.email };
  await enqueueEmail(services, tx, moderationEmail(to, title, [content, ...after]), WEEK_MS);
}

/** Notifies a member of a decision, with the reason and how to reply. */
export const notifyOfDecision = (
  services: Services,
  tx: Executor,
  memberId: string,
  decision: ModerationDecisionTable,
): Promise<void> => {
  const reply = `If you think this is wrong, you can reply once at ${services.config.publicUrl}${MODERATION_PATH}#d-${decision.id}. Our staff will read it.`;
  return send(services, tx, memberId, {
    title: DECISION_TITLES[decision.kind],
    content: decisionSentence(decision),
    after: decision.kind === 'disabled' ? [] : [reply],
  });
};

/** Notifies a member that a decision was taken back. @param link the post that is there again, or null */
export const notifyOfReversal = (
  services: Services,
  tx: Executor,
  memberId: string,
  { kind, excerpt }: ModerationDecisionTable,
  link: string | null,
): Promise<void> =>
  send(services, tx, memberId, {
    title: REVERSED_TITLES[kind],
    content: excerpt ? `“${excerpt}” is back.` : 'Our staff took back their decision.',
    after: [],
    link,
  });

/** Notifies a member of the staff's response to their reply. */
export const notifyOfResponse = (
  services: Services,
  tx: Executor,
  memberId: string,
  content: string,
): Promise<void> => send(services, tx, memberId, { title: RESPONSE_TITLE, content, after: [] });
