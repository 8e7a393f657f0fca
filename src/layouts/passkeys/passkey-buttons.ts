import { offerReload } from '#lib/client/page/offer-reload.ts';
import { onPageLoad } from '#lib/client/page/on-page-load.ts';
import { t } from '#lib/messages/t.ts';

const OFFLINE = t('error.offline');

// Loaded on first use.
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

/** Explains when the browser has no passkeys, instead of showing buttons that cannot work. */
function hideWhatCannotWork(): void {
  if ('PublicKeyCredential' in globalThis) return;
  // If passkeys do not work at this URL, that is already shown.
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-passkey]:enabled')) {
    button.hidden = true;
    button.parentElement?.querySelector('[data-no-passkeys]')?.removeAttribute('hidden');
  }
}

const canSuggest = async (): Promise<boolean> =>
  'PublicKeyCredential' in globalThis &&
  (await PublicKeyCredential.isConditionalMediationAvailable?.());

/** Lets the browser suggest passkeys in the email field of the login page. */
async function suggest(): Promise<void> {
  const button = document.querySelector<HTMLButtonElement>('[data-suggested]:enabled');
  if (button && (await canSuggest())) await (await load()).suggestPasskeys(button);
}

// On the document, which the router keeps when it replaces the page.
document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element && target.closest<HTMLButtonElement>('[data-passkey]');
  if (button && button.ariaBusy !== 'true') void press(button);
});
onPageLoad(hideWhatCannotWork);
onPageLoad(() => void suggest().catch(() => null));
