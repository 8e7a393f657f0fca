// On wide screens the filters beside the list act when they are changed, and the one that was used keeps the focus.
import { onPageLoad } from '#lib/client/page/on-page-load.ts';

const KEY = 'changed-filter';
const BESIDE = matchMedia('(width >= 62rem)');

const findForm = () => document.querySelector<HTMLFormElement>('form#filters');

function submitOnChange({ target }: Event): void {
  const form = findForm();
  if (!BESIDE.matches || !form?.contains(target as Node)) return;
  try {
    sessionStorage.setItem(KEY, (target as HTMLInputElement).name);
  } catch {
    // Browsers may block storage; then the focus is at the start of the page.
  }
  form.requestSubmit();
}

function focusChanged(): void {
  const form = findForm();
  if (!form) return;
  form.dataset['atOnce'] = '';
  try {
    const name = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    if (name) form.querySelector<HTMLElement>(`[name='${CSS.escape(name)}']`)?.focus();
  } catch {
    // As above.
  }
}

document.addEventListener('change', submitOnChange);
onPageLoad(focusChanged);
