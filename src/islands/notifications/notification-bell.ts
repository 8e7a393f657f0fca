import { getViewerId } from '#lib/client/http/viewer-id.ts';
import { offerReload } from '#lib/client/page/offer-reload.ts';
import { isLoggedIn } from '#lib/client/stores/login.ts';
import { newestNotifications } from '#lib/client/stores/navbar.ts';

const bell = () => document.querySelector<HTMLElement>('[data-bell]');

function updateBadge(): void {
  const button = bell();
  const unread = newestNotifications.get()?.has_unread ?? false;
  button?.toggleAttribute('data-unread', unread);
  button?.setAttribute('aria-label', unread ? 'Notifications, some unread' : 'Notifications');
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
    host.textContent = 'The notifications could not be loaded. Please check your connection.';
  }
}

function unmount(): void {
  close?.();
  close = undefined;
}

// On the document, which stays when the router replaces the page.
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
document.addEventListener('astro:after-swap', updateBadge);
newestNotifications.listen(updateBadge);

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
