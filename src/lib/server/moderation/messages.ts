import type { DecisionKind } from '#lib/contract/moderation.ts';
import { timeZone } from '#lib/site.ts';

const DAY = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'long' });

/** @returns a day of the region in words, e.g. "30 November 2026"; @param time milliseconds since 1970 */
export const formatDay = (time: number): string => DAY.format(time);

/** What a decision is about. */
export interface DecisionText {
  kind: DecisionKind;
  excerpt: string;
  reason: string;
  note: string;
  until: number | null;
}

/** What a decision is called in the notification and the email of the member. */
export const DECISION_TITLES: Record<DecisionKind, string> = {
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
export const REVERSED_TITLES: Record<DecisionKind, string> = {
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
export const RESPONSE_TITLE = 'Our staff responded to your reply';

/** @returns the reason from the list and the staff's own words, or a sentence in place of both */
export const whyOf = ({ reason, note }: Pick<DecisionText, 'reason' | 'note'>): string =>
  [reason, note].filter(Boolean).join(' ');

/** @returns the sentence of a notification, with the reason */
export function decisionSentence({ kind, excerpt, reason, note, until }: DecisionText): string {
  const why = whyOf({ reason, note });
  if (kind === 'suspension' && until !== null) return `Until ${formatDay(until)}: ${why}`;
  if (kind !== 'post' && kind !== 'comment') return why;
  return why ? `“${excerpt}” was removed: ${why}` : `“${excerpt}” was removed by our staff.`;
}
