import { canSavePages, isPageSaved, removeSavedPage } from '#lib/client/offline/saved-pages.ts';

const save = async (path: string, images: string[]) =>
  (await import('#lib/client/offline/save-page.ts')).savePage(path, images);

const currentPath = () => location.pathname;

/** Finds a part of SaveOffline.astro by its data attribute. */
const findPart = (name: string) => document.querySelector<HTMLElement>(`[data-${name}]`);

function showState(saved: boolean): void {
  findPart('save-now')?.toggleAttribute('hidden', saved);
  findPart('saved')?.toggleAttribute('hidden', !saved);
}

/** Shows the page's save button in the state that it has. */
export async function initSaveButton(): Promise<void> {
  const box = findPart('save');
  if (!box || !canSavePages()) return;
  showState(await isPageSaved(currentPath()));
  box.dataset['ready'] = '';
}

/** Saves the page, or removes it. */
async function setSaved(button: HTMLButtonElement, saved: boolean): Promise<void> {
  const status = findPart('save-status');
  button.disabled = true;
  if (status) status.textContent = '';
  try {
    const images = findPart('save')?.dataset['save']?.split(' ').filter(Boolean) ?? [];
    await (saved ? save : removeSavedPage)(currentPath(), images);
    showState(saved);
    findPart('ask-unsave')?.closest('details')?.removeAttribute('open');
    findPart(saved ? 'ask-unsave' : 'save-now')?.focus();
  } catch {
    if (status) status.textContent = status.dataset['failed'] ?? '';
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

// On the document, which remains when the router swaps pages.
document.addEventListener('click', handleClick);
