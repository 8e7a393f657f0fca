import type { NotificationPage } from '#lib/contract/notifications.ts';
import { NOTIFICATIONS_PAGE, NOTIFICATIONS_POLL_MS } from '#lib/contract/pages.ts';

import { toSignIn } from './auth.ts';
import { pause } from './delay.ts';
import { withAccess } from './http/access-token.ts';
import { CallFailed, isSignedOut } from './http/api-error.ts';
import { callIfChanged } from './http/request.ts';
import { having } from './http/response-shape.ts';
import { isLoggedIn } from './stores/login.ts';
import { newestNotifications } from './stores/navbar.ts';

/** What was last found, as tabs tell it each other. */
interface Found {
  page: NotificationPage;
  etag: string;
}

const ASK = 'ask';
const newest = having<NotificationPage>('notifications', 'has_unread');
let known: Found | undefined;
/** Tells the other tabs; nothing until the watch began. */
let tell: ((what: Found | typeof ASK) => void) | undefined;
let turn: AbortController | undefined;

function show(found: Found): void {
  known = found;
  newestNotifications.set(found.page);
}

/** Looks once for something new, and tells the other tabs. @throws CallFailed */
export async function lookForNotifications(signal?: AbortSignal): Promise<void> {
  const found = await withAccess((headers) =>
    callIfChanged('web/notification', newest, known?.etag, {
      headers,
      signal,
      searchParams: { cursor: 0, limit: NOTIFICATIONS_PAGE },
    }),
  );
  if (!found || signal?.aborted) return;
  const { data: page, etag } = found;
  show({ page, etag });
  tell?.({ page, etag });
}

/** @returns how long to wait for the next look, milliseconds */
function afterFailure(error: unknown): number {
  if (isSignedOut(error)) toSignIn();
  const { retryAfter = 0 } = error instanceof CallFailed ? error : {};
  return Math.max(NOTIFICATIONS_POLL_MS, retryAfter * 1000);
}

async function lookAgainAndAgain(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const wait = await lookForNotifications(signal).then(() => NOTIFICATIONS_POLL_MS, afterFailure);
    await pause(wait, signal);
  }
}

/** Of all the tabs that are seen, one looks; browsers without locks (plain http) let each look. */
async function takeTurns(name: string, signal: AbortSignal): Promise<void> {
  const { locks } = navigator as { locks?: LockManager };
  try {
    if (!locks) return await lookAgainAndAgain(signal);
    await locks.request(name, { signal }, () => lookAgainAndAgain(signal));
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

function stop(): void {
  turn?.abort();
  turn = undefined;
}

/** Opens the line between the tabs of this browser, and asks what the others know. */
function openLine(name: string): void {
  const line = new BroadcastChannel(name);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
  tell = (what) => line.postMessage(what);
  line.addEventListener('message', ({ data }: MessageEvent<Found | typeof ASK>) => {
    if (data !== ASK) show(data);
    else if (known) tell?.(known);
  });
  tell(ASK);
}

/**
 * Keeps `newestNotifications` up to date (spec 9): in one tab that is seen and online, for all tabs of this browser.
 * It ends when the member signs out.
 * @param viewerId whose they are
 */
export function watchNotifications(viewerId: string): void {
  const name = `notifications:${viewerId}`;
  openLine(name);
  const follow = () => {
    if (document.hidden || !navigator.onLine) return stop();
    if (turn) return;
    turn = new AbortController();
    void takeTurns(name, turn.signal);
  };
  const events = new AbortController();
  const until = { signal: events.signal };
  document.addEventListener('visibilitychange', follow, until);
  for (const change of ['online', 'offline']) addEventListener(change, follow, until);
  const forget = isLoggedIn.listen(() => {
    events.abort();
    stop();
    forget();
  });
  follow();
}
