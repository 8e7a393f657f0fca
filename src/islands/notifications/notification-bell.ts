import { getViewerId } from '#lib/client/http/viewer-id.ts';
import { offerReload } from '#lib/client/page/offer-reload.ts';
import { isLoggedIn } from '#lib/client/stores/login.ts';
import { newestNotifications } from '#lib/client/stores/navbar.ts';

import { formatUnread } from './format-unread.ts';

/** @returns how many notifications are unread, or nothing */
function describeUnread(): string {
  const newest = newestNotifications.get();
  return newest?.has_unread ? formatUnread(newest.unread_count) : '';
}

/** Marks the bell, and the slot of the bar at the bottom, which has a number. */
function updateBadges(): void {
  const unread = describeUnread();
  for (const each of document.querySelectorAll<HTMLElement>('[data-bell]')) {
    each.toggleAttribute('data-unread', unread !== '');
    const count = each.querySelector('[data-count]');
    const name = each.querySelector('[data-bell-name]');
    if (count) count.textContent = unread;
    if (name) name.textContent = unread ? `Notifications, ${unread} unread` : 'Notifications';
    else each.setAttribute('aria-label', unread ? 'Notifications, some unread' : 'Notifications');
  }
}

let close: (() => void) | undefined;

async function open(panel: HTMLElement): Promise<void> {
  const host = panel.querySelector<HTMLElement>('[data-notifications]');
  if (!host) return;
  try {
    const { mountNotificationList } = await import('./mount-notification-list.tsx');
    if (panel.matches(':popover-open'))
      close = mountNotificationList(host, () => panel.hidePopover());
  } catch {
    await offerReload();
    host.textContent = 'We couldn’t load your notifications. Please check your connection.';
  }
}

function unmount(): void {
  close?.();
  close = undefined;
}

// On the document, which remains when the router replaces the page.
document.addEventListener(
  'toggle',
  ({ target, newState }) => {
    if (!(target instanceof HTMLElement) || target.id !== 'notifications') return;
    if (newState === 'open') void open(target);
    else unmount();
  },
  { capture: true },
);
// It may have been opened before this script ran. `:is()`, because old browsers reject an unknown pseudo-class.
const opened = document.querySelector<HTMLElement>('#notifications:is(:popover-open)');
if (opened) void open(opened);
document.addEventListener('astro:before-swap', unmount);
document.addEventListener('astro:after-swap', updateBadges);
newestNotifications.listen(updateBadges);

/** Loads the poller after the page. */
async function startPolling(): Promise<void> {
  const viewer = getViewerId();
  if (!viewer) return;
  isLoggedIn.set(true);
  const { startNotificationPolling } = await import('#lib/client/notification-poller.ts');
  if (isLoggedIn.get()) startNotificationPolling(viewer);
}
const start = () => void startPolling().catch(() => null);
if (document.readyState === 'complete') start();
else addEventListener('load', start, { once: true });
