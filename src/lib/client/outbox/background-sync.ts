/** The tag of the event with which browsers call the service worker when there is a connection. */
export const OUTBOX_SYNC = 'outbox';

// TypeScript's DOM library lacks it; only Chromium has it.
interface WithSync {
  sync?: { register: (tag: string) => Promise<void> };
}

/** Asks the browser to send the outbox when there is a connection, also when no page is open by then. */
export function requestBackgroundSync(): void {
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer };
  void serviceWorker?.ready
    .then((registration) => (registration as WithSync).sync?.register(OUTBOX_SYNC))
    .catch(() => null);
}
