import { atom } from 'nanostores';

import type { OutboxEntry } from '#lib/client/outbox/outbox-rules.ts';

/** The page member's actions without a connection, oldest first. Set it in the browser only. */
export const outboxEntries = atom<OutboxEntry[]>([]);

/** The entry that is being sent. */
export const sendingId = atom<number | null>(null);
