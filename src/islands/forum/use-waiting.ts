import type { OutboxEntry } from '#lib/client/outbox/outbox-entry.ts';
import { useAtom } from '#lib/client/outbox/use-atom.ts';
import { outboxEntries } from '#lib/client/stores/outbox.ts';

const NONE: OutboxEntry[] = [];

/**
 * Finds entries of the outbox, oldest first: what the server sends is without them.
 * @param pick maps an entry; undefined leaves it out
 */
export const useWaiting = <T>(pick: (entry: OutboxEntry) => T | undefined): T[] =>
  useAtom(outboxEntries, NONE)
    .map((entry) => pick(entry))
    .filter((found) => found !== undefined);
