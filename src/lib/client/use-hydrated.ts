import { useSyncExternalStore } from 'react';

const subscribe = () => () => {};

/** @returns false for the server's drawing and the browser's first one, which must agree with it; then true */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
