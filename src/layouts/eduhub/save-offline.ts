import { canSave, isSaved, remove } from '#lib/client/offline/saved-pages.ts';

const save = async (...page: [string, string[]]) =>
  (await import('#lib/client/offline/save-page.ts')).save(...page);

const path = () => location.pathname;

/** Finds a piece of the page; the layout has it. */
const piece = (name: string) => document.querySelector<HTMLElement>(`[data-${name}]`);

function show(saved: boolean): void {
  piece('save-now')?.toggleAttribute('hidden', saved);
  piece('saved')?.toggleAttribute('hidden', !saved);
}

async function look(): Promise<void> {
  const box = piece('save');
  if (!box || !canSave()) return;
  show(await isSaved(path()));
  box.dataset['shown'] = '';
}

/** @param saved whether it shall be saved from now on */
async function change(button: HTMLButtonElement, saved: boolean): Promise<void> {
  const says = piece('save-says');
  button.disabled = true;
  if (says) says.textContent = '';
  try {
    const pictures = piece('save')?.dataset['save']?.split(' ').filter(Boolean) ?? [];
    await (saved ? save : remove)(path(), pictures);
    show(saved);
    piece(saved ? 'unsave' : 'save-now')?.focus();
  } catch {
    if (says) says.textContent = says.dataset['failed'] ?? '';
  } finally {
    button.disabled = false;
  }
}

function press({ target }: Event): void {
  const button = target instanceof Element && target.closest('button');
  if (!button) return;
  if ('saveNow' in button.dataset) void change(button, true);
  if ('unsave' in button.dataset) void change(button, false);
}

/** Lets every resource that is shown from now on be saved. */
export function watchSaving(): void {
  document.addEventListener('astro:page-load', () => void look());
  // On the document, which outlives every page the router swaps in.
  document.addEventListener('click', press);
}
