import { offerReload } from '#lib/client/page/offer-reload.ts';
import { onPageLoad } from '#lib/client/page/on-page-load.ts';
import { t } from '#lib/messages/t.ts';

const OFFLINE = t('error.offline');

// Loaded when it is used.
const load = () => import('./use-passkeys.ts');

async function press(button: HTMLButtonElement): Promise<void> {
  const alert = button.parentElement?.querySelector('[role=alert]');
  if (alert) alert.textContent = '';
  button.ariaBusy = 'true';
  try {
    await (await load()).pressPasskeyButton(button);
  } catch {
    if (!(await offerReload()) && alert) alert.textContent = OFFLINE;
  } finally {
    button.ariaBusy = null;
  }
}

/** Says so where the browser has no passkeys, instead of offering what cannot work. */
function hideWhatCannotWork(): void {
  if ('PublicKeyCredential' in globalThis) return;
  // At an address without passkeys, the obstacle is shown already.
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-passkey]:enabled')) {
    button.hidden = true;
    button.parentElement?.querySelector('[data-no-passkeys]')?.removeAttribute('hidden');
  }
}

const canSuggest = async (): Promise<boolean> =>
  'PublicKeyCredential' in globalThis &&
  (await PublicKeyCredential.isConditionalMediationAvailable?.());

/** Lets the browser suggest passkeys in the email field of the sign-in screen. */
async function suggest(): Promise<void> {
  const button = document.querySelector<HTMLButtonElement>('[data-suggested]:enabled');
  if (button && (await canSuggest())) await (await load()).suggestPasskeys(button);
}

// On the document, which remains when the router swaps pages.
document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element && target.closest<HTMLButtonElement>('[data-passkey]');
  if (button && button.ariaBusy !== 'true') void press(button);
});
onPageLoad(hideWhatCannotWork);
onPageLoad(() => void suggest().catch(() => null));
