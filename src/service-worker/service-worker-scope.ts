// The part of a service worker's global scope that we use: TypeScript's DOM library lacks it.

/** An event that can extend the worker's life. */
interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

/** A request of one of our pages. */
export interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  /** the response to a navigation, requested while the worker started */
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
}

/** A message of one of our pages. */
interface MessageEvent extends ExtendableEvent {
  readonly data: unknown;
  readonly source: { readonly url: string } | null;
}

/** The browser has a connection again (Background Sync). */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

/** A message of the site's. */
interface PushEvent extends ExtendableEvent {
  readonly data: { json(): unknown } | null;
}

/** A press on a notification. */
interface NotificationEvent extends ExtendableEvent {
  readonly notification: Notification;
}

/** An open page that the worker controls. */
interface Page {
  readonly url: string;
  readonly visibilityState: DocumentVisibilityState;
  focus(): Promise<Page>;
  navigate(url: string): Promise<Page | null>;
}

interface WorkerScope {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options?: { type: 'window' }): Promise<Page[]>;
    openWindow(url: string): Promise<Page | null>;
  };
  addEventListener(
    type: 'install' | 'activate' | 'pushsubscriptionchange',
    act: (event: ExtendableEvent) => void,
  ): void;
  addEventListener(type: 'message', act: (event: MessageEvent) => void): void;
  addEventListener(type: 'sync', act: (event: SyncEvent) => void): void;
  addEventListener(type: 'push', act: (event: PushEvent) => void): void;
  addEventListener(type: 'notificationclick', act: (event: NotificationEvent) => void): void;
  addEventListener(type: 'fetch', act: (event: FetchEvent) => void): void;
}

declare const self: WorkerScope;

/** The worker itself. */
export const worker = self;
