import type { Place } from '#layouts/document/navigation.ts';
import { urlEncoded } from '#lib/client/forms/url-encoded.ts';
import type { ErrorCode } from '#lib/contract/error-codes.ts';
// Plain forms are sent without leaving their page, so that input is not lost without a connection. What the server
// responds is shown: nothing is sent twice, but to a server that did nothing, as the session had ended.
import { t } from '#lib/messages/t.ts';

import { forgetTyped, typedIn } from './keep-typed.ts';

const TIMEOUT_MS = 30_000;
// 5 MB at 400 kbit/s.
const UPLOAD_TIMEOUT_MS = 120_000;

const noResponse = () => t('form.no_response');

/** The session has ended, or is another member's. */
const SESSION_ENDED: readonly string[] = ['unauthenticated', 'form_of_other'] satisfies ErrorCode[];

/** A page, the path to go on to, or what is wrong. */
type FormResponse =
  | { html: string; address: string; isOk: boolean }
  | { data: { location: string } }
  | { error: string; code: string };

function send(form: HTMLFormElement, submitter: HTMLElement | null): Promise<Response> {
  const data = new FormData(form, submitter);
  const hasFiles = form.enctype === 'multipart/form-data';
  const body = hasFiles ? data : urlEncoded(data);
  const headers = { accept: 'application/json, text/html' };
  // A field named `action` hides the property.
  return fetch(form.getAttribute('action') ?? '', {
    method: 'POST',
    body,
    headers,
    signal: AbortSignal.timeout(hasFiles ? UPLOAD_TIMEOUT_MS : TIMEOUT_MS),
  });
}

/** @throws when it did not come whole */
async function readResponse(sending: Promise<Response>): Promise<FormResponse> {
  const response = await sending;
  const isPage = response.headers.get('content-type')?.startsWith('text/html');
  const { url: address, ok: isOk } = response;
  if (isPage) return { html: await response.text(), address, isOk };
  return response.json() as Promise<FormResponse>;
}

/** Opens the page that follows, also when only its fragment differs. @returns whether this page is left: not for a file */
function open(location: string): boolean {
  const next = new URL(location, document.baseURI);
  const isSamePage =
    next.pathname + next.search === window.location.pathname + window.location.search;
  const { state } = history;
  window.location.assign(next);
  if (isSamePage) {
    const target = document.getElementById(next.hash.slice(1));
    (target ?? document.documentElement).scrollIntoView();
    // A reload opens an entry where it was left, and the one of another fragment does not say where yet.
    const top = target?.getBoundingClientRect().top ?? 0;
    const place: Place = { id: target?.id ?? '', top, y: scrollY };
    history.replaceState({ ...state, place }, '');
    window.location.reload();
  }
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

// Shows a page that a form got as its response, without loading it: a form that is rejected is the form's own page, with
// what is wrong. The header stays, with all that was loaded there.

const stylesheetsOf = (page: Document) => [
  ...page.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]'),
];

/** @returns a promise that is fulfilled when the file of an element has loaded or failed */
const whenLoaded = (element: HTMLElement): Promise<unknown> =>
  new Promise((resolve) => {
    for (const name of ['load', 'error']) element.addEventListener(name, resolve, { once: true });
  });

/** Adds the style sheets that this page does not have. */
async function loadStyles(next: Document): Promise<void> {
  const hrefs = new Set(stylesheetsOf(document).map(({ href }) => href));
  const added = stylesheetsOf(next)
    .filter(({ href }) => !hrefs.has(href))
    .map((sheet) => document.importNode(sheet));
  const loading = added.map(whenLoaded);
  document.head.append(...added);
  await Promise.all(loading);
}

const keyOf = ({ src, textContent }: HTMLScriptElement) => src || textContent;

/** Runs the scripts of an element that have not run in this page: a parsed document runs none. */
async function runScripts(element: Element, haveRun: Set<string>): Promise<void> {
  const scripts = [...element.querySelectorAll('script')].filter(
    (script) => !haveRun.has(keyOf(script)),
  );
  const loading = scripts.map((script) => {
    const copy = document.createElement('script');
    for (const { name, value } of script.attributes) copy.setAttribute(name, value);
    copy.textContent = script.textContent;
    const loaded = copy.src ? whenLoaded(copy) : Promise.resolve();
    script.replaceWith(copy);
    return loaded;
  });
  await Promise.all(loading);
}

const announce = (name: string) => document.dispatchEvent(new Event(name));

/**
 * Shows what is in the main part of a page in place of this page's, and moves the focus to what is wrong first.
 * @param html of a page of this site
 * @param address of it, which replaces that of this page: Back and a reload send nothing
 * @returns whether it is one
 */
async function showPage(html: string, address: string): Promise<boolean> {
  const next = new DOMParser().parseFromString(html, 'text/html');
  const [current, main] = [document, next].map((page) => page.querySelector('main'));
  if (!current || !main) return false;
  await loadStyles(next);
  const haveRun = new Set([...document.scripts].map(keyOf));
  current.replaceWith(document.adoptNode(main));
  document.title = next.title;
  const { pathname, search } = new URL(address);
  // Without a place to scroll to: the focus decides it.
  history.replaceState({ ...history.state, place: null }, '', pathname + search);
  // As when the router swaps a page: islands that are gone end, and scripts look at what is new.
  announce('astro:after-swap');
  await runScripts(main, haveRun);
  announce('astro:page-load');
  (main.querySelector<HTMLElement>('[autofocus]') ?? main).focus();
  return true;
}

async function follow(
  form: HTMLFormElement,
  submitter: HTMLElement | null,
  response: FormResponse,
): Promise<Outcome> {
  if ('error' in response)
    return SESSION_ENDED.includes(response.code)
      ? { state: 'session ended' }
      : stays(response.error);
  if ('data' in response) {
    await forgetTyped(form, submitter);
    return open(response.data.location) ? { state: 'left' } : stays('');
  }
  // A page that shows what it did. What another form of it goes on with stays.
  if (response.isOk && !('goesOn' in form.dataset)) await forgetTyped(form, submitter);
  const isShown = await showPage(response.html, response.address);
  return isShown ? { state: 'left' } : stays(noResponse());
}

/** Without a connection, what may wait for one does. */
async function waitOrStay(form: HTMLFormElement, submitter: HTMLElement | null): Promise<Outcome> {
  if (navigator.onLine) return stays(noResponse());
  if (!('canWait' in form.dataset)) return stays(t('form.offline'));
  const { queueForm } = await import('#lib/client/outbox/queue-form.ts');
  if (!(await queueForm(form, submitter, typedIn(form)))) return stays(t('form.offline'));
  form.reset();
  await forgetTyped(form, submitter);
  return stays(t('outbox.no_signal'));
}

async function sendOrStay(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
  hideNotices();
  const outcome = await readResponse(send(form, submitter))
    .then((response) => follow(form, submitter, response))
    .catch(() => waitOrStay(form, submitter))
    .catch(() => stays(t('form.offline')));
  if (outcome.state === 'left') return;
  if (outcome.state === 'session ended') return sendByBrowser(form, submitter);
  form.removeAttribute('aria-busy');
  form.dispatchEvent(new Event('page-form-stays'));
  if (outcome.notice) showNotice(form, submitter, outcome.notice);
}

document.addEventListener('submit', (event) => {
  const { target: form, submitter } = event;
  if (!(form instanceof HTMLFormElement) || !form.matches('[data-page-form]')) return;
  if ('byBrowser' in form.dataset || event.defaultPrevented) return;
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
