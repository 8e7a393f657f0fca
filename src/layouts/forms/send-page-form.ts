// Plain forms are sent without leaving their page, so that input is not lost without a connection. What the server
// responds is shown: nothing is sent twice, but to a server that did nothing, as the session had ended.
import type { ErrorCode } from '#lib/contract/error-codes.ts';

import { showPage } from './show-page.ts';

const TIMEOUT_MS = 30_000;

const OFFLINE = 'You’re offline. What you wrote stays here. Try again when you’re back online.';
const NO_ANSWER = 'No answer came. What you wrote stays here. Please try again.';

const SIGNED_OUT = 'unauthenticated' satisfies ErrorCode;

/** A page, the path to go on to, or what is wrong. */
type Answer =
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
async function readAnswer(sending: Promise<Response>): Promise<Answer> {
  const response = await sending;
  const isPage = response.headers.get('content-type')?.startsWith('text/html');
  if (isPage) return { html: await response.text(), address: response.url };
  return response.json() as Promise<Answer>;
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

/** @returns what to say when this page stays; null when another is shown */
async function follow(answer: Answer): Promise<string | null> {
  if ('error' in answer) return answer.code === SIGNED_OUT ? SIGNED_OUT : answer.error;
  if ('data' in answer) return open(answer.data.location) ? null : '';
  return (await showPage(answer.html, answer.address)) ? null : NO_ANSWER;
}

async function sendOrStay(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
  hideNotices();
  const message = await readAnswer(send(form, submitter))
    .then(follow)
    .catch(() => (navigator.onLine ? NO_ANSWER : OFFLINE));
  if (message === null) return;
  if (message === SIGNED_OUT) return sendByBrowser(form, submitter);
  form.removeAttribute('aria-busy');
  if (message) showNotice(form, submitter, message);
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
