// Reports by members, and earlier decisions of staff.
import type { ModerationDecisionTable } from '#lib/server/platform/db/schema.ts';

/** A report of a post, of a member's comment on a post, or of a member. */
export interface DemoReport {
  by: string;
  about: { post: string } | { commentOn: string; of: string } | { member: string };
  reason: string;
  minutesAgo: number;
}

/** A decision about a member. */
export interface DemoDecision
  extends
    Pick<ModerationDecisionTable, 'kind' | 'excerpt' | 'note'>,
    Partial<Pick<ModerationDecisionTable, 'reply' | 'response'>> {
  member: string;
  /** index in the list of reasons; null for staff's own words only */
  reason: number | null;
  daysAgo: number;
}

export const reports: DemoReport[] = [
  {
    by: 'rosario',
    about: { post: 'poultry-manure' },
    reason: 'I came on Friday and only 30 sacks were there. The others were promised elsewhere.',
    minutesAgo: 640,
  },
  {
    by: 'pilar',
    about: { post: 'poultry-manure' },
    reason: 'The price at the gate was 55 pesos, not 40.',
    minutesAgo: 320,
  },
  {
    by: 'vicky',
    about: { commentOn: 'coir-pots', of: 'tess' },
    reason: 'Is this about pots? It is a joke, but please look.',
    minutesAgo: 210,
  },
  {
    by: 'nena',
    about: { member: 'rosario' },
    reason: 'She asks for a deposit by phone before one may see the straw.',
    minutesAgo: 95,
  },
];

export const decisions: DemoDecision[] = [
  {
    member: 'boyet',
    kind: 'comment',
    excerpt: 'Text me for cheap phones, original, with box.',
    reason: 1,
    note: '',
    daysAgo: 64,
    reply: 'My nephew used my phone. I have a password now.',
    response: 'Thank you, Roberto. Nothing more follows.',
  },
  { member: 'edgar', kind: 'stays', excerpt: '', reason: null, note: '', daysAgo: 41 },
  {
    member: 'rosario',
    kind: 'warning',
    excerpt: '',
    reason: 4,
    note: 'Members may look first and pay when they load.',
    daysAgo: 2,
    reply: 'The deposit was for the truck, not for me. May I ask for that?',
  },
];
