import { offlineError } from '#lib/client/http/api-error.ts';
import { offerReload } from '#lib/client/page/offer-reload.ts';
import { openView, type View } from '#lib/client/stores/view.ts';
import { toastError } from '#lib/client/toasts/forum-toasts.ts';

/** Loads the code of a dialog. Creating a post has its own chunk. */
export const loadDialog = (kind: View['kind']) =>
  Promise.all([
    import('./DialogHost.tsx'),
    kind === 'create-post' && import('#islands/forum/posts/create/PostDialog.tsx'),
  ]);

/**
 * Opens a dialog, unless one is open. Shows a toast when its code cannot be loaded.
 * @param opener busy while the code loads; gets the focus when the dialog closes
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
