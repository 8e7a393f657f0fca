import { offerReload } from '#lib/client/page/offer-reload.ts';
import { onPageLoad } from '#lib/client/page/on-page-load.ts';
import { NOTIFICATION_SETTINGS_PATH } from '#lib/contract/paths.ts';

// Loaded on first use.
const load = () => import('#lib/client/notifications/push.ts');

/** Shows the push state of this browser. */
async function showState(): Promise<void> {
  const here = document.querySelector('[data-push-here]');
  if (!here) return;
  const state = await (await load()).getPushState();
  for (const each of here.querySelectorAll<HTMLElement>('[data-push-state]'))
    each.hidden = each.dataset['pushState'] !== state;
}

async function turnOn(button: HTMLButtonElement): Promise<void> {
  const alert = button.parentElement?.querySelector('[role=alert]');
  if (alert) alert.textContent = '';
  button.ariaBusy = 'true';
  const { turnPushOn, pushErrorSentence } = await load();
  try {
    await turnPushOn();
    location.assign(`${NOTIFICATION_SETTINGS_PATH}?done=on#devices`);
  } catch (error) {
    if (alert) alert.textContent = pushErrorSentence(error);
  } finally {
    button.ariaBusy = null;
  }
}

// On the document, which the router keeps when it replaces the page.
document.addEventListener('click', ({ target }) => {
  const button =
    target instanceof Element && target.closest<HTMLButtonElement>('button[data-push-state]');
  if (button && button.ariaBusy !== 'true') void turnOn(button).catch(offerReload);
});
document.addEventListener('submit', ({ target }) => {
  if (!(target instanceof HTMLFormElement) || !target.matches('[data-push-remove]')) return;
  // The server stops sending, even if unsubscribing fails in the browser.
  void load()
    .then(({ turnPushOff }) => turnPushOff())
    .catch(() => null);
});
onPageLoad(() => void showState().catch(() => null));
