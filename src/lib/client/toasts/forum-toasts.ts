import { errorMessage } from '#lib/client/http/api-error.ts';

import { hideToasts, showToast, type ToastArea, type ToastKind } from './toasts.ts';

// Spec 8 names two places in the forum: Explore's own, and that of its other pages.
const currentArea = (): ToastArea =>
  location.pathname === '/forums/explore' ? 'ExploreToast' : 'ForumsPageToast';

const showForumToast = (kind: ToastKind, message: string): void =>
  showToast(currentArea(), kind, message);

/** Says that something was done. */
export const toastSuccess = (message: string): void => showForumToast('success', message);

/** Says why something in the forum failed: in the server's words, if it said any (spec 8). */
export const toastError = (thrown: unknown): void => showForumToast('error', errorMessage(thrown));

/** Takes away what was said, as when it is tried again. */
export const dismissToasts = (): void => hideToasts(currentArea());
