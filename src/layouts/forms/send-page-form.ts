// Plain forms are sent without leaving their page, so that input is not lost without a connection. What the server
// responds is shown: nothing is sent twice, but to a server that did nothing, as the session had ended.
import type { ErrorCode } from '#lib/contract/error-codes.ts';

import { showPage } from './show-page.ts';

const TIMEOUT_MS = 30_000;

const OFFLINE = 'You’re offline. What you wrote stays here. Try again when you’re back online.';
const NO_RESPONSE = 'No answer came. What you wrote stays here. Please try again.';

const SIGNED_OUT = 'unauthenticated' satisfies ErrorCode;

/** A page, the path to go on to, or what is wrong. */
type FormResponse =
  | { html: string; address: string }
  | { data: { location: string } }
  | { error: string; code: string };

function send(form: HTMLFormElement, submitter: HTMLElement | null): Promise<Response> {
  const body = new URLSearchParams(new FormData(form, submitter) as unknown as string[][]);
  const headers = { accept: 'application/json, text/html' };
  // A field named `action` hides the property.
  return fetch(form.getAttribute('action') ?? '', {
    method: 'POST',
    body,
    headers,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
}

/** @throws when it did not come whole */
async function readResponse(sending: Promise<Response>): Promise<FormResponse> {
  const response = await sending;
  const isPage = response.headers.get('content-type')?.startsWith('text/html');
  if (isPage) return { html: await response.text(), address: response.url };
  return response.json() as Promise<FormResponse>;
}

/** Opens the page that follows, also when only its fragment differs. @returns whether this page is left: not for a file */
function open(location: string): boolean {
  const next = new URL(location, document.baseURI);
  const isSamePage =
    next.pathname + next.search === window.location.pathname + window.location.search;
  window.location.assign(next);
  if (isSamePage) window.location.reload();
  return !next.pathname.startsWith('/api/');
}

function hideNotices(): void {
  for (const notice of document.querySelectorAll('[data-not-sent]')) notice.remove();
}

/** Says below the button that was pressed why nothing happened. */
function showNotice(form: HTMLFormElement, submitter: HTMLElement | null, text: string): void {
  const notice = document.createElement('p');
  Object.assign(notice, { className: 'note warning', role: 'alert', textContent: text });
  notice.dataset['notSent'] = '';
  (submitter ?? form.lastElementChild)?.after(notice);
  notice.scrollIntoView({ block: 'center' });
}

/** Lets the browser send the form: the sign-in page, which is the response, brings its words back. */
function sendByBrowser(form: HTMLFormElement, submitter: HTMLElement | null): void {
  form.dataset['byBrowser'] = '';
  form.requestSubmit(submitter);
}

/** What a form led to. When the page stays, `notice` says why; it is empty after a download. */
type Outcome = { state: 'left' } | { state: 'session ended' } | { state: 'stays'; notice: string };

const stays = (notice: string): Outcome => ({ state: 'stays', notice });

async function follow(form: HTMLFormElement, response: FormResponse): Promise<Outcome> {
  if ('error' in response)
    return response.code === SIGNED_OUT ? { state: 'session ended' } : stays(response.error);
  if ('data' in response) {
    // What is stored of it is done with (`keep-typed.ts`).
    form.dispatchEvent(new Event('page-form-sent', { bubbles: true }));
    return open(response.data.location) ? { state: 'left' } : stays('');
  }
  const isShown = await showPage(response.html, response.address);
  return isShown ? { state: 'left' } : stays(NO_RESPONSE);
}

async function sendOrStay(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
  hideNotices();
  const outcome = await readResponse(send(form, submitter))
    .then((response) => follow(form, response))
    .catch(() => stays(navigator.onLine ? NO_RESPONSE : OFFLINE));
  if (outcome.state === 'left') return;
  if (outcome.state === 'session ended') return sendByBrowser(form, submitter);
  form.removeAttribute('aria-busy');
  if (outcome.notice) showNotice(form, submitter, outcome.notice);
}

document.addEventListener('submit', (event) => {
  const { target: form, submitter } = event;
  if (!(form instanceof HTMLFormElement) || !form.matches('[data-page-form]')) return;
  if ('byBrowser' in form.dataset) return;
  event.preventDefault();
  if (form.ariaBusy === 'true') return;
  form.ariaBusy = 'true';
  void sendOrStay(form, submitter);
});
addEventListener('online', hideNotices);
// Back to this page, a browser shows it as it was left.
addEventListener('pageshow', () => {
  for (const form of document.querySelectorAll('[data-page-form]'))
    form.removeAttribute('aria-busy');
});
