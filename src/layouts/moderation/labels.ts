import type { DecisionKind, ReportKind } from '#lib/contract/moderation/moderation.ts';

/** What staff did, in a list. */
export const DECISION_LABELS: Record<DecisionKind, string> = {
  stays: 'Stays',
  post: 'Post removed',
  comment: 'Comment removed',
  avatar: 'Photo removed',
  name: 'Name removed',
  warning: 'Warning',
  suspension: 'Suspended',
  disabled: 'Account disabled',
};

/** The same, counted. */
export const COUNTED_LABELS: Record<DecisionKind, string> = {
  stays: 'Reported and left as is',
  post: 'Posts removed',
  comment: 'Comments removed',
  avatar: 'Photos removed',
  name: 'Names removed',
  warning: 'Warnings',
  suspension: 'Members suspended',
  disabled: 'Accounts disabled',
};

export const REPORT_LABELS: Record<ReportKind, string> = {
  post: 'Post',
  comment: 'Comment',
  member: 'Member',
};
