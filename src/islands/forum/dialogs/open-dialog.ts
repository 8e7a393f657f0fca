import { offlineError } from '#lib/client/http/api-error.ts';
import { offerReload } from '#lib/client/page/offer-reload.ts';
import { openView, type View } from '#lib/client/stores/view.ts';
import { toastError } from '#lib/client/toasts/forum-toasts.ts';

/** Loads what shows a dialog. Creating a post has a chunk of its own. */
export const loadDialog = (kind: View['kind']) =>
  Promise.all([
    import('./DialogHost.tsx'),
    kind === 'create-post' && import('#islands/forum/posts/create/PostDialog.tsx'),
  ]);

/**
 * Opens a dialog above the page, unless one is open. Shows a toast when its code cannot be loaded.
 * @param opener is busy until then, and has the focus again afterwards
 */
export async function openDialog(view: View, opener: HTMLElement): Promise<void> {
  opener.setAttribute('aria-busy', 'true');
  try {
    const [{ mountDialogHost }] = await loadDialog(view.kind);
    mountDialogHost();
    if (!openView.get()) openView.set({ view, opener });
  } catch (error) {
    if (!(await offerReload())) toastError(offlineError(error));
  } finally {
    opener.removeAttribute('aria-busy');
  }
}
