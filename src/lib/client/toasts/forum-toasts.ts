import { showToast, type ToastArea } from './toasts.ts';

/** The forum has two toast areas: Explore's, and that of its other pages (docs/product.md, "Toasts"). */
export const forumToastArea = (): ToastArea =>
  location.pathname === '/forums/explore' ? 'ExploreToast' : 'ForumsPageToast';

/** Shows that something in the forum was done. */
export const toastSuccess = (message: string): void =>
  showToast(forumToastArea(), 'success', message);
