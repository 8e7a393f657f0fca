import { ApiError } from '#lib/client/http/api-error.ts';
import * as passkeys from '#lib/client/people/passkeys.ts';
import { redirectAfterSignIn } from '#lib/client/redirects.ts';
import { PASSKEYS_PATH } from '#lib/contract/paths.ts';

function submitWithoutPassword(form: HTMLFormElement): void {
  for (const input of form.querySelectorAll<HTMLInputElement>('[type=password]'))
    input.disabled = true;
  form.requestSubmit(form.querySelector<HTMLButtonElement>('button:not([type=button])'));
}

/** The action of a button, by its `data-passkey`. */
const USES: Record<string, (button: HTMLButtonElement) => Promise<void>> = {
  'sign-in': async () => {
    await passkeys.signIn();
    redirectAfterSignIn();
  },
  add: async () => {
    await passkeys.add();
    location.assign(`${PASSKEYS_PATH}?done=added`);
  },
  confirm: async ({ form }) => {
    await passkeys.confirm();
    if (form) submitWithoutPassword(form);
  },
};

function showError(button: HTMLButtonElement, error: unknown): void {
  // After a reload, the page has a field for the password.
  if (error instanceof ApiError && error.code === 'confirmation_required') return location.reload();
  const alert = button.parentElement?.querySelector('[role=alert]');
  if (alert) alert.textContent = passkeys.passkeyErrorMessage(error);
}

/** Performs the action of a button. An error is shown below it. */
export async function pressPasskeyButton(button: HTMLButtonElement): Promise<void> {
  try {
    await USES[button.dataset['passkey'] ?? '']?.(button);
  } catch (error) {
    showError(button, error);
    // Pressing the button ended the browser's suggestions.
    if ('suggested' in button.dataset) void suggestPasskeys(button);
  }
}

/**
 * Lets the browser suggest passkeys in the email field until the page is left.
 * @param button below which errors are shown
 */
export async function suggestPasskeys(button: HTMLButtonElement): Promise<void> {
  document.addEventListener('astro:before-swap', passkeys.cancel, { once: true });
  try {
    await passkeys.signInBySuggestion();
    redirectAfterSignIn();
  } catch (error) {
    // Other errors only mean that there is no suggestion.
    if (error instanceof ApiError && error.code === 'passkey_rejected') showError(button, error);
  }
}
