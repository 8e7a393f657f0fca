import { offlineError } from '#lib/client/http/api-error.ts';
import type { View } from '#lib/client/stores/view.ts';
import { toastError } from '#lib/client/toasts/forum-toasts.ts';

/**
 * Shows something above the page. What that takes is fetched the first time; a toast says when it does not come.
 * @param opener is marked as busy meanwhile
 * @param load fetches it
 * @param show shows it, once it is there
 */
export async function openLazily<M>(
  opener: HTMLElement,
  load: () => Promise<M>,
  show: (module: M) => void,
): Promise<void> {
  opener.setAttribute('aria-busy', 'true');
  try {
    show(await load());
  } catch (error) {
    toastError(offlineError(error));
  } finally {
    opener.removeAttribute('aria-busy');
  }
}

/** Shows one of the forum's dialogs. @param opener has the focus again afterwards */
export const openView = (next: View, opener: HTMLElement): Promise<void> =>
  openLazily(
    opener,
    () => import('./post-modals.tsx'),
    ({ showView }) => showView(next, opener),
  );
