import type { DecisionKind } from '#lib/contract/moderation/moderation.ts';
import { MODERATION_PATH } from '#lib/contract/paths.ts';
import { reasonText } from '#lib/messages/names/reason-texts.ts';
import { t } from '#lib/messages/t.ts';
import type { Services } from '#lib/server/platform/context.ts';
import type { Executor, ModerationDecisionTable } from '#lib/server/platform/db/schema.ts';
import type { Email } from '#lib/server/platform/email/email.ts';
import { enqueueEmailTo } from '#lib/server/platform/email/enqueue-email.ts';
import { formatDay } from '#lib/server/platform/format-day.ts';
import { inLanguageOf } from '#lib/server/platform/member-language.ts';
import { site } from '#lib/site.ts';

import { findContact } from './queries.ts';

/** The parts of a decision that the member reads. */
export interface DecisionText {
  kind: DecisionKind;
  excerpt: string;
  reason: string;
  note: string;
  until: number | null;
}

/** The titles of decisions in notifications and emails. */
const DECISION_TITLES: Record<DecisionKind, () => string> = {
  stays: () => '',
  post: () => t('decision.removed', { what: 'post' }),
  comment: () => t('decision.removed', { what: 'comment' }),
  avatar: () => t('decision.removed', { what: 'avatar' }),
  name: () => t('decision.removed', { what: 'name' }),
  warning: () => t('decision.warning'),
  suspension: () => t('decision.suspension'),
  disabled: () => t('decision.disabled'),
};

/** The titles of reversals. */
const REVERSED_TITLES: Record<DecisionKind, () => string> = {
  ...DECISION_TITLES,
  post: () => t('decision.put_back', { what: 'post' }),
  comment: () => t('decision.put_back', { what: 'comment' }),
  avatar: () => t('decision.put_back', { what: 'avatar' }),
  name: () => t('decision.put_back', { what: 'name' }),
  warning: () => t('decision.warning_back'),
  suspension: () => t('decision.write_again'),
};

/** @returns the reason from the list and the note, or whichever of them exists */
export const reasonWithNote = ({ reason, note }: Pick<DecisionText, 'reason' | 'note'>): string =>
  [reason, note].filter(Boolean).join(' ');

/** @returns a sentence for the notification, with the reason */
function decisionSentence({ kind, excerpt, reason, note, until }: DecisionText): string {
  const why = reasonWithNote({ reason: reason && reasonText(reason), note });
  if (kind === 'suspension' && until !== null)
    return t('decision.until', { day: formatDay(until), why });
  if (kind !== 'post' && kind !== 'comment') return why;
  return why ? t('decision.why', { excerpt, why }) : t('decision.no_why', { excerpt });
}

const WEEK_MS = 7 * 86_400_000;

interface News {
  title: string;
  content: string;
  /** paragraphs of the email after the content */
  after: string[];
  /** the post that the notification opens, if any */
  link?: string | null;
}

/** Notifies a member, and sends an email, in their language. @param write produces the texts */
const send = (
  services: Services,
  tx: Executor,
  memberId: string,
  write: () => News,
): Promise<void> =>
  inLanguageOf(tx, memberId, async () => {
    const { title, content, after, link = null } = write();
    await services.notify(tx, { event: 'staff_decided', memberId, title, content, link });
    const member = await findContact(tx, memberId);
    if (!member) return;
    const toEmail = (to: Email['to']): Email => ({
      to,
      subject: t('email.decision_subject', { title, site: site.name }),
      paragraphs: [t('email.hello', { name: to.name }), `${title}.`, content, ...after],
    });
    await enqueueEmailTo(services, tx, member, toEmail, WEEK_MS);
  });

/** Notifies a member of a decision, with the reason and how to reply. */
export const notifyOfDecision = (
  services: Services,
  tx: Executor,
  memberId: string,
  decision: ModerationDecisionTable,
): Promise<void> =>
  send(services, tx, memberId, () => {
    const url = `${services.config.publicUrl}${MODERATION_PATH}#d-${decision.id}`;
    return {
      title: DECISION_TITLES[decision.kind](),
      content: decisionSentence(decision),
      after: decision.kind === 'disabled' ? [] : [t('decision.reply', { url })],
    };
  });

/** Notifies a member that a decision was reversed. @param link the restored post, or null */
export const notifyOfReversal = (
  services: Services,
  tx: Executor,
  memberId: string,
  { kind, excerpt }: ModerationDecisionTable,
  link: string | null,
): Promise<void> =>
  send(services, tx, memberId, () => ({
    title: REVERSED_TITLES[kind](),
    content: excerpt ? t('decision.back', { excerpt }) : t('decision.taken_back'),
    after: [],
    link,
  }));

/** Notifies a member that staff responded to their reply. */
export const notifyOfResponse = (
  services: Services,
  tx: Executor,
  memberId: string,
  content: string,
): Promise<void> =>
  send(services, tx, memberId, () => ({ title: t('decision.responded'), content, after: [] }));

/** Notifies a member that their post was published after review. */
export const notifyOfApproval = (
  services: Services,
  tx: Executor,
  memberId: string,
  { title: content, link }: { title: string; link: string },
): Promise<void> =>
  inLanguageOf(tx, memberId, () => {
    const words = { title: t('decision.approved'), content, link };
    return services.notify(tx, { event: 'staff_decided', memberId, ...words });
  });
