// Notes which messages are used: what no test shows would go unseen. In `setupFiles`, before what uses them is imported.
import { vi } from 'vitest';

export const usedMessages = new Set<string>();

vi.mock(import('#lib/messages/t.ts'), async (original) => {
  const real = await original();
  const format = real.t as (...given: unknown[]) => string;
  const t = (key: string, ...values: unknown[]) => {
    usedMessages.add(key);
    return format(key, ...values);
  };
  return { ...real, t };
});
