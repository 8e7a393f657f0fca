import { MESSAGES } from '#lib/server/notifications/news/messages.ts';

const rows = Object.entries(MESSAGES).filter(([, { digest }]) => digest !== null);

/** The messages and kinds that a digest lists. Alerts are included when they get no email of their own. */
export const LISTED = {
  /** messages about requests by other members */
  requests: rows.flatMap(([name, { digest }]) => (digest === 'requests' ? [name] : [])),
  kinds: [...new Set(rows.flatMap(([, { digest, kind }]) => (digest === 'requests' ? [] : kind)))],
};
