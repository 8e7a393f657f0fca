import type { DecisionKind } from '#lib/contract/moderation/moderation.ts';
import { MODERATION_PATH } from '#lib/contract/paths.ts';
import type { Services } from '#lib/server/platform/context.ts';
import type { Executor, ModerationDecisionTable } from '#lib/server/platform/db/schema.ts';
import { enqueueEmail } from '#lib/server/platform/email/enqueue-email.ts';
import { moderationEmail } from '#lib/server/platform/email/templates.ts';
import { formatDay } from '#lib/server/platform/format-day.ts';

import { findContact } from './queries.ts';

/** What a decision is about. */
export interface DecisionText {
  kind: DecisionKind;
  excerpt: string;
  reason: string;
  note: string;
  until: number | null;
}

/** What a decision is called in the notification and the email of the member. */
const DECISION_TITLES: Record<DecisionKind, string> = {
  stays: '',
  post: 'Your post was removed',
  comment: 'Your comment was removed',
  avatar: 'Your photo was removed',
  name: 'Your name was removed',
  warning: 'Our staff sent you a warning',
  suspension: 'Your account is suspended: you can read but not write',
  disabled: 'Your account was disabled',
};

/** The same, once it was taken back. */
const REVERSED_TITLES: Record<DecisionKind, string> = {
  ...DECISION_TITLES,
  post: 'Your post was put back',
  comment: 'Your comment was put back',
  avatar: 'Your photo was put back',
  name: 'Your name was put back',
  warning: 'Your warning was taken back',
  suspension: 'You can write again',
};

/** What the notification of a post that was published after review is called. */
export const APPROVED_TITLE = 'Your post is published';
const RESPONSE_TITLE = 'Our staff responded to your reply';

/** @returns the reason from the list and the staff's own words, or a sentence in place of both */
export const whyOf = ({ reason, note }: Pick<DecisionText, 'reason' | 'note'>): string =>
  [reason, note].filter(Boolean).join(' ');

/** @returns the sentence of a notification, with the reason */
function decisionSentence({ kind, excerpt, reason, note, until }: DecisionText): string {
  const why = whyOf({ reason, note });
  if (kind === 'suspension' && until !== null) return `Until ${formatDay(until)}: ${why}`;
  if (kind !== 'post' && kind !== 'comment') return why;
  return why ? `“${excerpt}” was removed: ${why}` : `“${excerpt}” was removed by our staff.`;
}

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
  await services.notify(tx, { event: 'staff_decided', memberId, title, content, link });
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
