import { hasDatabase } from '#lib/client/device/has-database.ts';
// What is typed into a plain form waits until it is sent: after a reload, Back, a server that does not respond, or a session
// that ended, it is there again (docs/product.md, "Drafts"). Passwords, codes and files are never stored.
import type { FormDraft } from '#lib/client/drafts/draft.ts';
import { hasRouter, onPageLoad } from '#lib/client/page/on-page-load.ts';
import { VIEWER_FIELD } from '#lib/contract/csrf.ts';
import { t } from '#lib/messages/t.ts';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
type Words = FormDraft['words'];

const FORM = '[data-page-form]';
const FIELDS = `textarea[name], select[name], input[name]:not([type=hidden], [type=password], [type=file], [autocomplete~=one-time-code])`;

const isForm = (element: unknown): element is HTMLFormElement =>
  element instanceof HTMLFormElement && element.matches(FORM);

/** The fields whose words are stored. A form with drafts of its own leaves those that only one of its buttons takes. */
const fieldsOf = (form: HTMLFormElement): Field[] =>
  [...form.elements].filter(
    (each): each is Field =>
      each.matches(FIELDS) &&
      ('ownDraft' in form.dataset ? 'takenBy' in (each as Field).dataset : true),
  );

const isToggle = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio');

/** Of a choice, what is chosen, too. */
const nameOf = (field: Field): string =>
  isToggle(field) ? `${field.name} ${field.value}` : field.name;

const stateOf = (field: Field): string => (isToggle(field) ? String(field.checked) : field.value);

function isTouched(field: Field): boolean {
  if (isToggle(field)) return field.checked !== field.defaultChecked;
  if (!(field instanceof HTMLSelectElement)) return field.value !== field.defaultValue;
  const initial = [...field.options].findLastIndex(({ defaultSelected }) => defaultSelected);
  return field.selectedIndex !== Math.max(initial, 0);
}

/** Whose form it is: empty for a guest's. */
function accountOf(form: HTMLFormElement): string {
  const field = form.elements.namedItem(VIEWER_FIELD);
  return field instanceof HTMLInputElement ? field.value : '';
}

/** By its page, and by what tells it apart there. A field may be named `action`, which hides the property. */
function kindOf(form: HTMLFormElement): `form:${string}` {
  const { pathname } = new URL(form.getAttribute('action') ?? '', document.baseURI);
  return `form:${pathname} ${form.dataset['pageForm']}`;
}

const idOf = (form: HTMLFormElement) => ({ accountId: accountOf(form), kind: kindOf(form) });

// Small pages load no database before something is typed.
const importDrafts = () => import('#lib/client/drafts/drafts.ts');

const RETURNS = new Set(['reload', 'back_forward', 'traverse']);
// How the router came to the page that it shows; of the first page the browser knows it.
let arrival = performance.getEntriesByType('navigation')[0]?.toJSON().type as string | undefined;

/** A guest has no account that it could wait for: it stays in the tab, until the page is opened again by a link. */
function readOfGuest(kind: string): Words {
  if (!RETURNS.has(arrival ?? '')) sessionStorage.removeItem(kind);
  return JSON.parse(sessionStorage.getItem(kind) ?? '{}') as Words;
}

async function read(form: HTMLFormElement): Promise<Words> {
  const { accountId, kind } = idOf(form);
  if (!accountId) return readOfGuest(kind);
  if (!(await hasDatabase())) return {};
  const { readDraft } = await importDrafts();
  return (await readDraft({ accountId, kind }))?.words ?? {};
}

async function store(form: HTMLFormElement, words: Words): Promise<void> {
  const { accountId, kind } = idOf(form);
  const isEmpty = Object.keys(words).length === 0;
  if (!accountId) {
    if (isEmpty) sessionStorage.removeItem(kind);
    else sessionStorage.setItem(kind, JSON.stringify(words));
  } else if (!isEmpty) await (await importDrafts()).saveDraft({ accountId, kind }, { words });
  else if (await hasDatabase()) await (await importDrafts()).clearDraft({ accountId, kind });
}

/** What is stored of the forms of this page, by kind: two forms may go on with the same. */
let pageWords = new Map<string, Promise<Words>>();

const wordsOf = (form: HTMLFormElement): Promise<Words> => {
  const kind = kindOf(form);
  const words = pageWords.get(kind) ?? read(form).catch(() => ({}));
  pageWords.set(kind, words);
  return words;
};

/** Stores what is in a form. A rejected form has from the server what was written in it before. */
async function keep(form: HTMLFormElement): Promise<void> {
  const words = await wordsOf(form);
  for (const field of fieldsOf(form))
    if (isTouched(field) || 'rejected' in form.dataset || nameOf(field) in words)
      words[nameOf(field)] = stateOf(field);
  await store(form, words).catch(() => null);
}

/** @returns whether it changed */
function restore(field: Field, words: Words): boolean {
  const word = words[nameOf(field)];
  // What was typed before this script came is newer.
  if (word === undefined || word === stateOf(field) || isTouched(field)) return false;
  if (isToggle(field)) field.checked = word === 'true';
  else field.value = word;
  // An option that is not offered any more.
  if (stateOf(field) !== word) return false;
  const fold = field.closest('details');
  if (fold) fold.open = true;
  return true;
}

/** Says that a form has words of before, and lets it begin again. */
function say(form: HTMLFormElement): void {
  const note = Object.assign(document.createElement('p'), { className: 'note', role: 'status' });
  const button = Object.assign(document.createElement('button'), {
    type: 'button',
    className: 'link',
    textContent: t('form.start_again'),
  });
  button.addEventListener('click', () => {
    note.remove();
    form.reset();
    void forgetTyped(form, null);
    fieldsOf(form)[0]?.focus();
  });
  note.append(t('form.kept'), ' ', button);
  form.prepend(note);
}

async function bringBack(form: HTMLFormElement): Promise<void> {
  const words = await wordsOf(form);
  if ('rejected' in form.dataset) return;
  const changed = fieldsOf(form).filter((field) => restore(field, words));
  if (changed.length > 0) say(form);
  // What was typed before this script came.
  if (fieldsOf(form).some((field) => isTouched(field) && words[nameOf(field)] !== stateOf(field)))
    await keep(form);
}

/** @returns what is typed into a form, as its draft has it */
export const typedIn = (form: HTMLFormElement): { kind: `form:${string}`; words: Words } => ({
  kind: kindOf(form),
  words: Object.fromEntries(fieldsOf(form).map((field) => [nameOf(field), stateOf(field)])),
});

// In WebKit, a page that was left while it wrote may lock the store for good: what was sent must go on.
const FORGOTTEN_MS = 2000;

/**
 * Forgets what was typed into a form, when it has been sent.
 * @param submitter the button that sent it: a field that only another button takes stays
 */
export async function forgetTyped(
  form: HTMLFormElement,
  submitter: HTMLElement | null,
): Promise<void> {
  const action = submitter instanceof HTMLButtonElement ? submitter.value : '';
  const left = fieldsOf(form).filter(
    ({ dataset: { takenBy }, value }) => takenBy && value && !action.startsWith(takenBy),
  );
  const words = Object.fromEntries(left.map((field) => [nameOf(field), stateOf(field)]));
  pageWords.set(kindOf(form), Promise.resolve(words));
  const expired = new Promise((resolve) => setTimeout(resolve, FORGOTTEN_MS));
  await Promise.race([store(form, words).catch(() => null), expired]);
}

function attach(): void {
  pageWords = new Map();
  for (const form of document.querySelectorAll<HTMLFormElement>(FORM)) void bringBack(form);
}

if (hasRouter)
  document.addEventListener('astro:before-preparation', ({ navigationType }) => {
    arrival = navigationType;
  });
document.addEventListener('input', ({ target }) => {
  if (!(target instanceof Element) || !target.matches(FIELDS)) return;
  const { form } = target as Field;
  if (isForm(form)) void keep(form);
});
onPageLoad(attach);
