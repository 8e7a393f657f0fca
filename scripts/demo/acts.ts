import type { Act, ActDetails } from '#lib/contract/people/audit-log.ts';

/** An act of staff about a member. */
interface DemoAct {
  act: Act;
  /** the member's key */
  about: string;
  daysAgo: number;
  /** an operator's command instead of an act of staff */
  byOperator?: boolean;
  reason?: string;
  details?: ActDetails;
}

/** The acts of staff, oldest first, for the audit log. */
export const acts: DemoAct[] = [
  {
    act: 'member.added',
    about: 'staff',
    daysAgo: 430,
    byOperator: true,
    details: { role: 'staff' },
  },
  { act: 'member.added', about: 'maria', daysAgo: 412, details: { role: 'farmer' } },
  {
    act: 'member.role_changed',
    about: 'jun',
    daysAgo: 301,
    details: { from: 'farmer', to: 'processor' },
  },
  { act: 'member.contact_viewed', about: 'nardo', daysAgo: 64 },
  { act: 'member.reset_sent', about: 'nardo', daysAgo: 64 },
  {
    act: 'member.disabled',
    about: 'edgar',
    daysAgo: 41,
    reason: 'Someone else writes from this account. Called him: the phone was stolen.',
  },
  { act: 'member.sessions_ended', about: 'edgar', daysAgo: 41 },
  {
    act: 'member.enabled',
    about: 'edgar',
    daysAgo: 38,
    reason: 'He has a new phone and came to the office.',
  },
  { act: 'member.email_requested', about: 'lito', daysAgo: 12 },
  { act: 'member.email_changed', about: 'lito', daysAgo: 11 },
  { act: 'member.added', about: 'rosario', daysAgo: 9, details: { role: 'farmer' } },
  { act: 'member.contact_viewed', about: 'rosario', daysAgo: 3 },
];
