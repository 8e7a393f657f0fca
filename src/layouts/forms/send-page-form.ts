// Plain forms are sent without leaving their page, so that input is not lost without a connection.
const TIMEOUT_MS = 30_000;

interface SentBody {
  data: { location: string };
}

function send(form: HTMLFormElement, submitter: HTMLElement | null): Promise<Response> {
  const body = new URLSearchParams(new FormData(form, submitter) as unknown as string[][]);
  const headers = { accept: 'application/json' };
  // A field named `action` hides the property.
  return fetch(form.getAttribute('action') ?? '', {
    method: 'POST',
    body,
    headers,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
}

/** Opens the page that follows, also when only its fragment differs. */
function open(location: string): void {
  const next = new URL(location, document.baseURI);
  const isSamePage =
    next.pathname + next.search === window.location.pathname + window.location.search;
  window.location.assign(next);
  if (isSamePage) window.location.reload();
}

/** Lets the browser send the form: the server renders the page again, with what is wrong. */
function sendNatively(form: HTMLFormElement, submitter: HTMLElement | null): void {
  form.dataset['native'] = '';
  form.requestSubmit(submitter);
}

async function sendOrStay(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
  const notice = form.querySelector<HTMLElement>('[data-offline]');
  if (notice) notice.hidden = true;
  const response = await send(form, submitter).catch(() => null);
  if (response?.ok) return open(((await response.json()) as SentBody).data.location);
  form.removeAttribute('aria-busy');
  if (response) sendNatively(form, submitter);
  else if (notice) notice.hidden = false;
}

document.addEventListener('submit', (event) => {
  const { target: form, submitter } = event;
  if (!(form instanceof HTMLFormElement) || !form.matches('[data-page-form]')) return;
  if ('native' in form.dataset) return;
  event.preventDefault();
  if (form.ariaBusy === 'true') return;
  form.ariaBusy = 'true';
  void sendOrStay(form, submitter);
});
