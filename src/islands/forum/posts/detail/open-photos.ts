import { offlineError } from '#lib/client/http/api-error.ts';
import { offerReload } from '#lib/client/page/offer-reload.ts';
import { openView } from '#lib/client/stores/view.ts';
import { toastError } from '#lib/client/toasts/error-toast.ts';

/**
 * Opens the photos of a post over the whole screen. Shows a toast when the viewer cannot be loaded.
 * @param opener the link around one of them
 * @param index its place, from 0
 */
export async function openPhotos(opener: HTMLElement, index: number, label: string): Promise<void> {
  try {
    const viewer = await import('#islands/ui/image-viewer/image-viewer.ts');
    const images = opener.closest('ul')?.querySelectorAll<HTMLImageElement>('a > img') ?? [];
    if (openView.get()) return;
    openView.set({ view: { kind: 'photos', label }, opener });
    viewer.openImageViewer([...images], index, label, () => openView.set(null));
  } catch (error) {
    if (!(await offerReload())) toastError(offlineError(error));
  }
}
