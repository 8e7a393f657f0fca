import type { Screen } from './screen.ts';

/** What staff see. */
export const staffScreens: Screen[] = [
  { name: 'staff', path: '/staff' },
  { name: 'applications', path: '/staff/applications' },
  { name: 'confirm', path: '/staff/confirm?next=/staff' },
  { name: 'exchange of staff', path: '/staff/exchange' },
  { name: 'guides', path: '/staff/guides' },
  { name: 'guide editor', path: ['/staff/guides', 'main li a[href^="/staff/guides/"]'] },
  { name: 'invitations', path: '/staff/invitations' },
  { name: 'invitation', path: ['/staff/invitations', 'main a[href^="/staff/invitations/"]'] },
  { name: 'staff log', path: '/staff/log' },
  { name: 'members', path: '/staff/members' },
  { name: 'member of staff', path: ['/staff/members', 'main li a[href^="/staff/members/"]'] },
  { name: 'members from a list', path: '/staff/members/import' },
  {
    name: 'list of members',
    path: ['/staff/members/import', 'main a[href^="/staff/members/import/"]'],
  },
  { name: 'new member', path: '/staff/members/new' },
  { name: 'send notification', path: '/staff/notifications' },
  { name: 'policies', path: '/staff/policies' },
  { name: 'policy', path: '/staff/policies/data-privacy' },
  { name: 'reports', path: '/staff/reports' },
  { name: 'irrigators’ schedule', path: '/staff/season' },
  { name: 'report of staff', path: ['/staff/reports', 'main a[href^="/staff/reports/post/"]'] },
  { name: 'decisions', path: '/staff/reports/decisions' },
  { name: 'pending posts', path: '/staff/reports/pending' },
  { name: 'reasons', path: '/staff/reports/reasons' },
];
