import { useSyncExternalStore } from 'react';

const subscribe = () => () => {};

/** False on the server and in the first render in the browser, which must match; then true. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
