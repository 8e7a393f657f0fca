import { onPageLoad } from '#lib/client/page/on-page-load.ts';

/** Sends the member's passkeys to the password manager, so that it does not offer removed ones. */
async function signalPasskeys(): Promise<void> {
  const json = document.querySelector<HTMLElement>('[data-accepted-passkeys]')?.dataset[
    'acceptedPasskeys'
  ];
  if (!json || json === 'null' || !('PublicKeyCredential' in globalThis)) return;
  const accepted = JSON.parse(json) as AllAcceptedCredentialsOptions;
  await PublicKeyCredential.signalAllAcceptedCredentials?.(accepted);
}

// Few browsers support it, and none reports the result.
onPageLoad(() => void signalPasskeys().catch(() => null));
