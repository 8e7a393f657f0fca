// The used part of a service worker's global scope, which TypeScript's DOM library lacks.

/** An event that can extend the worker's life. */
interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

/** A request of a page of the site. */
export interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  /** the response to a navigation, requested while the worker started */
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
}

/** A message of a page of the site. */
interface MessageEvent extends ExtendableEvent {
  readonly data: unknown;
  readonly source: { readonly url: string } | null;
}

/** Fired when the connection is back (Background Sync). */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

/** A push message of the site. */
interface PushEvent extends ExtendableEvent {
  readonly data: { json(): unknown } | null;
}

/** A click on a notification. */
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

export const worker = self;
