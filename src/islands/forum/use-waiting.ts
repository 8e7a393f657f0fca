import { useStore } from '@nanostores/react';

import type { OutboxEntry } from '#lib/client/outbox/outbox-entry.ts';
import { outboxEntries } from '#lib/client/stores/outbox.ts';

/**
 * Finds entries of the outbox, oldest first: what the server sends is without them.
 * @param pick maps an entry; undefined leaves it out
 */
export const useWaiting = <T>(pick: (entry: OutboxEntry) => T | undefined): T[] =>
  useStore(outboxEntries, { ssr: 'initial' })
    .map((entry) => pick(entry))
    .filter((found) => found !== undefined);
