// The little we use of a service worker's own world, which TypeScript's DOM library does not tell of.

/** Something the worker is kept alive for. */
interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

/** A request of a page of ours. */
export interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  /** the answer to a navigation that was asked for while the worker woke up */
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}

interface WorkerScope {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(): Promise<{ url: string }[]>;
  };
  addEventListener(type: 'install' | 'activate', act: (event: ExtendableEvent) => void): void;
  addEventListener(type: 'fetch', act: (event: FetchEvent) => void): void;
}

/** The worker itself. */
export const worker = self as unknown as WorkerScope;
