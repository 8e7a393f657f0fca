import { hasDatabase } from '#lib/client/device/has-database.ts';
import { getViewerId } from '#lib/client/http/viewer-id.ts';
import { onFirstInteraction } from '#lib/client/page/on-first-interaction.ts';
import { markSignedOut } from '#lib/client/page/pending-sign-out.ts';
import { wipeAccount } from '#lib/client/people/wipe-account.ts';
import { isLoggedIn } from '#lib/client/stores/login.ts';

// Loaded when the outbox has entries, and ahead of need once the page is used.
const loadOutbox = () => void import('#layouts/outbox/outbox-loader.ts').catch(() => null);
void hasDatabase().then((has) => has && loadOutbox());
onFirstInteraction(loadOutbox);

const toLogin = () => location.assign('/login');

function waitForConnection(): void {
  const left = document.querySelector<HTMLTemplateElement>('[data-signed-out]');
  if (left) document.body.replaceChildren(left.content);
  document.querySelector('main')?.focus();
  addEventListener('online', toLogin, { once: true });
}

/** Resolves to whether the member logs out although unsent input is lost. */
async function confirmLoss(): Promise<boolean> {
  if (!(await hasDatabase())) return true;
  const { confirmSignOut } = await import('#lib/client/outbox/confirm-sign-out.ts');
  return confirmSignOut(getViewerId());
}

function openSignedOut(isOnline: boolean): void {
  if (isOnline) toLogin();
  else waitForConnection();
}

// A logout in one tab logs out the others, which would store drafts again. Older browsers lack the API.
const signOuts = 'BroadcastChannel' in globalThis && new BroadcastChannel('sign-out');

if (signOuts)
  signOuts.addEventListener('message', ({ data }) => {
    if (data !== getViewerId()) return;
    isLoggedIn.set(false);
    openSignedOut(navigator.onLine);
  });

async function leave(button: HTMLButtonElement): Promise<void> {
  button.disabled = true;
  // Data that cannot be deleted now stays hidden from others, and is deleted after a month.
  const isLeaving = await confirmLoss().catch(() => true);
  button.disabled = isLeaving;
  if (!isLeaving) return;
  // First, because the code of the logout may not load offline.
  markSignedOut();
  isLoggedIn.set(false);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
  if (signOuts) signOuts.postMessage(getViewerId());
  const wiped = wipeAccount(getViewerId());
  const ended = await import('#lib/client/people/auth.ts').then(
    ({ logout }) => logout(),
    () => false,
  );
  await wiped;
  openSignedOut(ended || navigator.onLine);
}

// On the document, which the router keeps when it replaces the page.
document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element && target.closest<HTMLButtonElement>('[data-logout]');
  if (button) void leave(button);
});
