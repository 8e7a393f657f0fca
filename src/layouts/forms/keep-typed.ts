// Stores text typed into a plain form until it is sent, so that a reload, Back, an unreachable server or an expired
// session does not lose it (docs/product.md, "Drafts"). Passwords, codes and files are never stored.
import { hasDatabase } from '#lib/client/device/has-database.ts';
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

/** The fields to store: if a form has its own draft, only those that belong to a single button. */
const fieldsOf = (form: HTMLFormElement): Field[] =>
  [...form.elements].filter(
    (each): each is Field =>
      each.matches(FIELDS) &&
      ('ownDraft' in form.dataset ? 'takenBy' in (each as Field).dataset : true),
  );

const isToggle = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio');

/** The name of a field; for a choice, with its value. */
const nameOf = (field: Field): string =>
  isToggle(field) ? `${field.name} ${field.value}` : field.name;

const stateOf = (field: Field): string => (isToggle(field) ? String(field.checked) : field.value);

function isTouched(field: Field): boolean {
  if (isToggle(field)) return field.checked !== field.defaultChecked;
  if (!(field instanceof HTMLSelectElement)) return field.value !== field.defaultValue;
  const initial = [...field.options].findLastIndex(({ defaultSelected }) => defaultSelected);
  return field.selectedIndex !== Math.max(initial, 0);
}

/** The account of a form, empty for a guest. */
function accountOf(form: HTMLFormElement): string {
  const field = form.elements.namedItem(VIEWER_FIELD);
  return field instanceof HTMLInputElement ? field.value : '';
}

/** Identifies a form by page and action. `getAttribute`, as a field named `action` hides the property. */
function kindOf(form: HTMLFormElement): `form:${string}` {
  const { pathname } = new URL(form.getAttribute('action') ?? '', document.baseURI);
  return `form:${pathname} ${form.dataset['pageForm']}`;
}

const idOf = (form: HTMLFormElement) => ({ accountId: accountOf(form), kind: kindOf(form) });

// Loaded only after typing, to keep small pages free of the database.
const importDrafts = () => import('#lib/client/drafts/drafts.ts');

const RETURNS = new Set(['reload', 'back_forward', 'traverse']);
// How the router reached the current page; for the first page, the browser knows.
let arrival = performance.getEntriesByType('navigation')[0]?.toJSON().type as string | undefined;

/** A guest's draft is only stored in the tab, and only until a link opens the page again. */
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

/** The drafts of this page's forms, by kind; two forms may share one. */
let pageWords = new Map<string, Promise<Words>>();

const wordsOf = (form: HTMLFormElement): Promise<Words> => {
  const kind = kindOf(form);
  const words = pageWords.get(kind) ?? read(form).catch(() => ({}));
  pageWords.set(kind, words);
  return words;
};

/** Stores the content of a form. The server fills a rejected form with what was sent. */
async function keep(form: HTMLFormElement): Promise<void> {
  const words = await wordsOf(form);
  for (const field of fieldsOf(form))
    if (isTouched(field) || 'rejected' in form.dataset || nameOf(field) in words)
      words[nameOf(field)] = stateOf(field);
  await store(form, words).catch(() => null);
}

/** @returns whether the value changed */
function restore(field: Field, words: Words): boolean {
  const word = words[nameOf(field)];
  // Text typed before this script ran is newer.
  if (word === undefined || word === stateOf(field) || isTouched(field)) return false;
  if (isToggle(field)) field.checked = word === 'true';
  else field.value = word;
  // The option is no longer offered.
  if (stateOf(field) !== word) return false;
  const fold = field.closest('details');
  if (fold) fold.open = true;
  return true;
}

/** Shows that a draft was restored, with a button to discard it. */
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
  // Text typed before this script ran.
  if (fieldsOf(form).some((field) => isTouched(field) && words[nameOf(field)] !== stateOf(field)))
    await keep(form);
}

/** The content of a form, as its draft stores it. */
export const typedIn = (form: HTMLFormElement): { kind: `form:${string}`; words: Words } => ({
  kind: kindOf(form),
  words: Object.fromEntries(fieldsOf(form).map((field) => [nameOf(field), stateOf(field)])),
});

// WebKit may lock the database forever when a page was left during a write; a sent form must go on.
const FORGOTTEN_MS = 2000;

/**
 * Deletes the draft of a form after it was sent.
 * @param submitter the button that sent it; fields of other buttons stay stored
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
