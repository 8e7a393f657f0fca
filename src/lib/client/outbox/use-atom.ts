import type { ReadableAtom } from 'nanostores';
import { useSyncExternalStore } from 'react';

/**
 * The value of a store; without `@nanostores/react`, which the page of a post does not load.
 * @param initial on the server, and while the page is hydrated
 */
export const useAtom = <T>(store: ReadableAtom<T>, initial: T): T =>
  useSyncExternalStore(
    (onChange) => store.listen(onChange),
    () => store.get(),
    () => initial,
  );
