// Writes the texts of a digest. Like all emails, it has titles and names, but no other text by members. Pure: reads
// no database.
import type { DigestChoice } from '#lib/contract/notifications/notification-kinds.ts';
import { t } from '#lib/messages/t.ts';
import type { Email, EmailSection } from '#lib/server/platform/email/email.ts';

/** A line with the URL of its subject. */
export type Item = EmailSection['items'][number];

/** The parts of a digest. */
export interface Missed {
  alerts: Item[];
  requests: Item[];
  reactions: Item[];
  posts: Item[];
  guides: Item[];
}

interface Part {
  heading: () => string;
  /** @returns the number of items for the subject line */
  count: (n: number) => string;
}

const PARTS: Record<keyof Missed, Part> = {
  requests: {
    heading: () => t('digest.requests_head'),
    count: (n) => t('digest.requests', { n }),
  },
  alerts: { heading: () => t('mail.alerts'), count: (n) => t('digest.alerts', { n }) },
  reactions: {
    heading: () => t('digest.reactions_head'),
    count: () => t('digest.reactions'),
  },
  posts: { heading: () => t('digest.posts_head'), count: (n) => t('digest.posts', { n }) },
  guides: { heading: () => t('notification.guide'), count: (n) => t('digest.guides', { n }) },
};
const NAMES = Object.keys(PARTS) as (keyof Missed)[];
const MAX_ITEMS = 10;
const MAX_COUNTED = 2;

/** A note that the next digest comes later, or not at all. */
const CHANGES: Partial<Record<DigestChoice, () => string>> = {
  weekly: () => t('digest.weekly'),
  never: () => t('digest.never'),
};

const toSection = (name: keyof Missed, items: Item[]): EmailSection => ({
  heading: PARTS[name].heading(),
  items: items.slice(0, MAX_ITEMS),
  more: Math.max(0, items.length - MAX_ITEMS),
});

/**
 * Writes a digest.
 * @param change the new pace, if it changes by itself
 */
export function writeDigest(
  missed: Missed,
  change: DigestChoice | null,
): Pick<Email, 'subject' | 'paragraphs' | 'sections'> {
  const names = NAMES.filter((name) => missed[name].length > 0);
  const counts = names.map((name) => PARTS[name].count(missed[name].length));
  const note = change && CHANGES[change]?.();
  const subject = counts.slice(0, MAX_COUNTED).join(', ');
  return {
    subject: subject.charAt(0).toUpperCase() + subject.slice(1),
    paragraphs: [t('digest.missed'), ...(note ? [note] : [])],
    sections: names.map((name) => toSection(name, missed[name])),
  };
}
