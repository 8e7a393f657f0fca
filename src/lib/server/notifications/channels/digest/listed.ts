import { MESSAGES } from '#lib/server/notifications/news/messages.ts';

const rows = Object.entries(MESSAGES).filter(([, { digest }]) => digest !== null);

/** What a digest lists. Alerts, too: those of whom no email of their own goes to. */
export const LISTED = {
  /** the messages of what one member requests of another */
  requests: rows.flatMap(([name, { digest }]) => (digest === 'requests' ? [name] : [])),
  kinds: [...new Set(rows.flatMap(([, { digest, kind }]) => (digest === 'requests' ? [] : kind)))],
};
