import { urlEncoded } from '#lib/client/forms/url-encoded.ts';
import { onPageLoad } from '#lib/client/page/on-page-load.ts';
import { writeCookie } from '#lib/client/page/write-cookie.ts';
import { t } from '#lib/messages/t.ts';

// Each choice applies at once: in cookies set by a script, which work offline, and then in cookies set by the server,
// which browsers keep longer.

const COOKIES = { theme: 'theme', 'text-size': 'text_size' };

function applyChoices(choices: FormData): void {
  for (const [name, field] of Object.entries(COOKIES)) {
    const value = choices.get(field);
    if (typeof value === 'string') writeCookie(name, value);
  }
  writeCookie('data-saver', choices.has('data_saver') ? 'on' : 'off');
  document.dispatchEvent(new Event('display-change'));
}

/** The choices not sent yet. */
let unsent: FormData | undefined;
let isSending = false;

/** Lets the server set the cookies too. One request at a time, because each response sets all of them. */
async function send(form: HTMLFormElement): Promise<void> {
  if (isSending) return;
  isSending = true;
  for (let choices = unsent; choices; choices = unsent) {
    unsent = undefined;
    await fetch(form.getAttribute('action') ?? '', {
      method: 'POST',
      body: urlEncoded(choices),
      headers: { accept: 'application/json' },
      keepalive: true,
    }).catch(() => null);
    if (unsent) applyChoices(unsent);
  }
  isSending = false;
}

document.addEventListener('change', ({ target }) => {
  const form = target instanceof Element && target.closest<HTMLFormElement>('[data-display] form');
  if (!form) return;
  const choices = new FormData(form);
  applyChoices(choices);
  unsent = choices;
  void send(form);
  const status = form.querySelector('[data-display-status]');
  if (status) status.textContent = t('form.saved');
});

onPageLoad(() => document.querySelector('[data-display]')?.setAttribute('data-saves', ''));
