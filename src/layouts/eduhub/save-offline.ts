import { canSavePages, isPageSaved, removeSavedPage } from '#lib/client/offline/saved-pages.ts';

const save = async (...page: [string, string[]]) =>
  (await import('#lib/client/offline/save-page.ts')).savePage(...page);

const path = () => location.pathname;

/** Finds a piece of the page; the layout has it. */
const findPart = (name: string) => document.querySelector<HTMLElement>(`[data-${name}]`);

function showState(saved: boolean): void {
  findPart('save-now')?.toggleAttribute('hidden', saved);
  findPart('saved')?.toggleAttribute('hidden', !saved);
}

async function initButton(): Promise<void> {
  const box = findPart('save');
  if (!box || !canSavePages()) return;
  showState(await isPageSaved(path()));
  box.dataset['shown'] = '';
}

/** @param saved whether it shall be saved from now on */
async function setSaved(button: HTMLButtonElement, saved: boolean): Promise<void> {
  const says = findPart('save-status');
  button.disabled = true;
  if (says) says.textContent = '';
  try {
    const pictures = findPart('save')?.dataset['save']?.split(' ').filter(Boolean) ?? [];
    await (saved ? save : removeSavedPage)(path(), pictures);
    showState(saved);
    findPart(saved ? 'unsave' : 'save-now')?.focus();
  } catch {
    if (says) says.textContent = says.dataset['failed'] ?? '';
  } finally {
    button.disabled = false;
  }
}

function handleClick({ target }: Event): void {
  const button = target instanceof Element && target.closest('button');
  if (!button) return;
  if ('saveNow' in button.dataset) void setSaved(button, true);
  if ('unsave' in button.dataset) void setSaved(button, false);
}

/** Lets every resource that is shown from now on be saved. */
export function initSaveOffline(): void {
  document.addEventListener('astro:page-load', () => void initButton());
  // On the document, which outlives every page the router swaps in.
  document.addEventListener('click', handleClick);
}
