// What is typed into a form within `data-keep-typed` is there again after a reload or Back, in this tab: browsers forget
// it, as the pages of forms are not stored. Passwords and files are never stored.
import { hasRouter, onPageLoad } from '#lib/client/page/on-page-load.ts';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const FIELDS =
  'textarea[name], select[name], input[name]:not([type=hidden], [type=password], [type=file])';
const RETURNS = new Set(['reload', 'back_forward', 'traverse']);

const isToggle = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio');

/** By the page, the form, and the field; of a choice, what is chosen. */
function keyOf(field: Field): string {
  const form = field.closest<HTMLElement>('[data-keep-typed]')?.dataset['keepTyped'];
  const choice = isToggle(field) ? field.value : '';
  return ['typed', location.pathname, form, field.name, choice].join(' ');
}

const stateOf = (field: Field): string => (isToggle(field) ? String(field.checked) : field.value);

function isTouched(field: Field): boolean {
  if (field instanceof HTMLSelectElement) return false;
  return isToggle(field)
    ? field.checked !== field.defaultChecked
    : field.value !== field.defaultValue;
}

function restore(field: Field): void {
  const stored = sessionStorage.getItem(keyOf(field));
  // What was typed before this script came is newer.
  if (stored === null || stored === stateOf(field) || isTouched(field)) return;
  if (isToggle(field)) field.checked = stored === 'true';
  else field.value = stored;
  const fold = field.closest('details');
  if (fold) fold.open = true;
}

const isField = (target: EventTarget | null): target is Field =>
  target instanceof Element && target.matches(FIELDS);

// How the router came to the page that it shows; of the first page the browser knows it.
let arrival = performance.getEntriesByType('navigation')[0]?.toJSON().type as string | undefined;

function attach(): void {
  const isReturn = RETURNS.has(arrival ?? '');
  for (const form of document.querySelectorAll('[data-keep-typed]'))
    for (const field of form.querySelectorAll<Field>(FIELDS))
      if (isReturn) restore(field);
      else sessionStorage.removeItem(keyOf(field));
}

if (hasRouter)
  document.addEventListener('astro:before-preparation', ({ navigationType }) => {
    arrival = navigationType;
  });
document.addEventListener('input', ({ target }) => {
  if (!isField(target) || !target.closest('[data-keep-typed]')) return;
  // Of a group of choices, the others have changed, too.
  const group = target.form?.elements.namedItem(target.name);
  const fields = group instanceof RadioNodeList ? [...group].filter(isField) : [target];
  for (const field of fields) sessionStorage.setItem(keyOf(field), stateOf(field));
});
// The page that follows may be this one, which is then loaded again.
document.addEventListener('page-form-sent', ({ target }) => {
  if (!(target instanceof HTMLFormElement)) return;
  for (const field of target.elements)
    if (isField(field) && field.closest('[data-keep-typed]'))
      sessionStorage.removeItem(keyOf(field));
});
onPageLoad(attach);
