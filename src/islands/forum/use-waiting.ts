import type { OutboxAction, OutboxEntry } from '#lib/client/outbox/outbox-entry.ts';
import { useAtom } from '#lib/client/outbox/use-atom.ts';
import { outboxEntries } from '#lib/client/stores/outbox.ts';

const NONE: OutboxEntry[] = [];

/**
 * What waits in the outbox: a page read again from the server would be without it.
 * @param pick gives what is looked for, from an action about it
 * @returns what the last such action gives
 */
export const useWaiting = <T>(pick: (action: OutboxAction) => T | undefined): T | undefined =>
  useAtom(outboxEntries, NONE)
    .map(({ action }) => pick(action))
    .findLast((found) => found !== undefined);
