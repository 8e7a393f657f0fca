// Sends plain forms without leaving the page, so that input survives a lost connection, and shows the response. A
// request is repeated only if the server did nothing because the session had ended.
import type { Place } from '#layouts/document/navigation.ts';
import { urlEncoded } from '#lib/client/forms/url-encoded.ts';
import type { ErrorCode } from '#lib/contract/error-codes.ts';
import { t } from '#lib/messages/t.ts';

import { forgetTyped, typedIn } from './keep-typed.ts';

const TIMEOUT_MS = 30_000;
// 5 MB at 400 kbit/s.
const UPLOAD_TIMEOUT_MS = 120_000;

const noResponse = () => t('form.no_response');

/** The session has ended or belongs to another member. */
const SESSION_ENDED: readonly string[] = ['unauthenticated', 'form_of_other'] satisfies ErrorCode[];

/** A page to show, a path to open, or an error. */
type FormResponse =
  | { html: string; address: string; isOk: boolean }
  | { data: { location: string } }
  | { error: string; code: string };

function send(form: HTMLFormElement, submitter: HTMLElement | null): Promise<Response> {
  const data = new FormData(form, submitter);
  const hasFiles = form.enctype === 'multipart/form-data';
  const body = hasFiles ? data : urlEncoded(data);
  const headers = { accept: 'application/json, text/html' };
  // `getAttribute`, as a field named `action` hides the property.
  return fetch(form.getAttribute('action') ?? '', {
    method: 'POST',
    body,
    headers,
    signal: AbortSignal.timeout(hasFiles ? UPLOAD_TIMEOUT_MS : TIMEOUT_MS),
  });
}

/** @throws when the response is incomplete */
async function readResponse(sending: Promise<Response>): Promise<FormResponse> {
  const response = await sending;
  const isPage = response.headers.get('content-type')?.startsWith('text/html');
  const { url: address, ok: isOk } = response;
  if (isPage) return { html: await response.text(), address, isOk };
  return response.json() as Promise<FormResponse>;
}

/** Opens a URL, even if only its fragment differs. @returns false for a download, which stays on the page */
function open(location: string): boolean {
  const next = new URL(location, document.baseURI);
  const isSamePage =
    next.pathname + next.search === window.location.pathname + window.location.search;
  const { state } = history;
  window.location.assign(next);
  if (isSamePage) {
    const target = document.getElementById(next.hash.slice(1));
    (target ?? document.documentElement).scrollIntoView();
    // A reload restores the position of the history entry; that of a new fragment has none yet.
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

/** Shows below the pressed button why the form was not sent. */
function showNotice(form: HTMLFormElement, submitter: HTMLElement | null, text: string): void {
  const notice = document.createElement('p');
  Object.assign(notice, { className: 'note warning', role: 'alert', textContent: text });
  notice.dataset['notSent'] = '';
  (submitter ?? form.lastElementChild)?.after(notice);
  notice.scrollIntoView({ block: 'center' });
}

/** Lets the browser send the form. The response is the login page, which restores the input later. */
function sendByBrowser(form: HTMLFormElement, submitter: HTMLElement | null): void {
  form.dataset['byBrowser'] = '';
  form.requestSubmit(submitter);
}

/** The result of a form. If the page stays, `notice` is the reason, empty after a download. */
type Outcome = { state: 'left' } | { state: 'session ended' } | { state: 'stays'; notice: string };

const stays = (notice: string): Outcome => ({ state: 'stays', notice });

// Shows the page in a form's response without loading it, e.g. the form's page again with its errors. The header and
// its scripts stay.

const stylesheetsOf = (page: Document) => [
  ...page.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]'),
];

/** Resolves when the file of an element has loaded or failed. */
const whenLoaded = (element: HTMLElement): Promise<unknown> =>
  new Promise((resolve) => {
    for (const name of ['load', 'error']) element.addEventListener(name, resolve, { once: true });
  });

/** Adds the style sheets missing on this page. */
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

/** Runs the scripts of an element that have not run on this page, since parsed documents run none. */
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
 * Replaces the main part of this page, and focuses the first error.
 * @param html a page of this site
 * @param address its URL, which replaces the current one: Back and reload send nothing again
 * @returns false if `html` has no such part
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
  // The focus decides the scroll position.
  history.replaceState({ ...history.state, place: null }, '', pathname + search);
  // The router's event: islands that were removed unmount, and scripts set up the new content.
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
  // The page shows success. A draft that another form of the page shares stays.
  if (response.isOk && !('goesOn' in form.dataset)) await forgetTyped(form, submitter);
  const isShown = await showPage(response.html, response.address);
  return isShown ? { state: 'left' } : stays(noResponse());
}

/** Puts a form into the outbox when offline, if its kind can wait. */
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
// After Back, browsers may show the page as it was left.
addEventListener('pageshow', () => {
  for (const form of document.querySelectorAll('[data-page-form]'))
    form.removeAttribute('aria-busy');
});
