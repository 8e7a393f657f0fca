import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** @returns false for the server's drawing and the browser's first one, which must agree with it; then true */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
