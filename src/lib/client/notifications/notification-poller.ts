import { ApiError, isSignedOut } from '#lib/client/http/api-error.ts';
import { requestIfModified, withAccessToken } from '#lib/client/http/request.ts';
import { hasKeys } from '#lib/client/http/response-shape.ts';
import { cacheResponse, readCached } from '#lib/client/offline/cached-response.ts';
import { redirectToSignIn } from '#lib/client/redirects.ts';
import { hasSessionEnded } from '#lib/client/stores/login.ts';
import { newestNotifications } from '#lib/client/stores/newest-notifications.ts';
import {
  type NotificationPage,
  NOTIFICATIONS_PAGE,
  NOTIFICATIONS_POLL_MS,
} from '#lib/contract/notifications/notifications.ts';

/** The newest notifications, as tabs share them. */
interface PollResult {
  page: NotificationPage;
  etag: string;
}

const PATH = 'web/notification';
const REQUEST_LATEST = 'request-latest';
const pageBody = hasKeys<NotificationPage>('notifications', 'has_unread');
let latest: PollResult | undefined;
/** Posts to the other tabs; undefined until polling starts. */
let broadcast: ((what: PollResult | typeof REQUEST_LATEST) => void) | undefined;
let controller: AbortController | undefined;

function setLatest(found: PollResult): void {
  latest = found;
  // The number on the icon of the installed app, where there is one.
  void navigator.setAppBadge?.(found.page.unread_count).catch(() => null);
  newestNotifications.set(found.page);
}

/**
 * Polls once and shares the result with the other tabs.
 * @throws ApiError
 */
export async function pollOnce(signal?: AbortSignal): Promise<void> {
  const { data, etag } = await withAccessToken((headers) =>
    requestIfModified(PATH, pageBody, latest?.etag, {
      headers,
      signal,
      searchParams: { cursor: 0, limit: NOTIFICATIONS_PAGE },
    }),
  );
  hasSessionEnded.set(false);
  if (signal?.aborted) return;
  if (!data) {
    if (latest) latest.etag = etag;
    return;
  }
  setLatest({ page: data, etag });
  broadcast?.({ page: data, etag });
  void cacheResponse(PATH, data);
}

/** The delay before the next poll, in milliseconds. */
function delayAfterError(error: unknown): number {
  if (isSignedOut(error)) redirectToSignIn();
  const { retryAfter = 0 } = error instanceof ApiError ? error : {};
  return Math.max(NOTIFICATIONS_POLL_MS, retryAfter * 1000);
}

/**
 * Waits.
 * @param signal ends the wait early
 */
const delay = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
    if (signal.aborted) done();
  });

async function pollLoop(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const wait = await pollOnce(signal).then(() => NOTIFICATIONS_POLL_MS, delayAfterError);
    await delay(wait, signal);
  }
}

/** Only one visible tab polls. Browsers without the Locks API (as over plain http) poll in every tab. */
async function withLeaderLock(name: string, signal: AbortSignal): Promise<void> {
  const { locks } = navigator as { locks?: LockManager };
  try {
    if (!locks) return await pollLoop(signal);
    await locks.request(name, { signal }, () => pollLoop(signal));
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** Shows the notifications of the last visit until the server responds. */
async function showStored(): Promise<void> {
  const page = await readCached<NotificationPage>(PATH);
  if (page && !newestNotifications.get()) newestNotifications.set(page);
}

function stop(): void {
  controller?.abort();
  controller = undefined;
}

/** Opens the channel to the other tabs and requests their latest result. @returns a function that closes it */
function openChannel(name: string): () => void {
  const line = new BroadcastChannel(name);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
  broadcast = (what) => line.postMessage(what);
  line.addEventListener('message', ({ data }: MessageEvent<PollResult | typeof REQUEST_LATEST>) => {
    if (data !== REQUEST_LATEST) setLatest(data);
    else if (latest) broadcast?.(latest);
  });
  broadcast(REQUEST_LATEST);
  return () => {
    broadcast = undefined;
    line.close();
  };
}

/**
 * Keeps `newestNotifications` up to date (docs/product.md, Notifications). Tabs that are hidden or offline do not poll.
 * @returns a function that ends it
 */
export function startNotificationPolling(viewerId: string): () => void {
  const name = `notifications:${viewerId}`;
  const closeChannel = openChannel(name);
  const follow = () => {
    if (document.hidden || !navigator.onLine) return stop();
    if (controller) return;
    controller = new AbortController();
    void withLeaderLock(name, controller.signal);
  };
  const events = new AbortController();
  const until = { signal: events.signal };
  document.addEventListener('visibilitychange', follow, until);
  for (const change of ['online', 'offline']) addEventListener(change, follow, until);
  follow();
  showStored().catch(() => null);
  return () => {
    events.abort();
    stop();
    closeChannel();
  };
}
