import {
  errorMessage,
  errorSentence,
  isAbortError,
  isInField,
  isSignedOut,
} from '#lib/client/http/api-error.ts';
import { redirectToSignIn } from '#lib/client/redirects.ts';

import type { ToastArea, ToastOptions } from './toast-options.ts';
import { showToast } from './toasts.ts';

/** The forum has two toast areas: one on Explore, one on its other pages (docs/product.md, "Toasts"). */
export const forumToastArea = (): ToastArea =>
  location.pathname === '/forums/explore' ? 'ExploreToast' : 'ForumsPageToast';

/** Confirms an action in the forum. */
export const toastSuccess = (message: string): void =>
  showToast(forumToastArea(), 'success', message);

/** How an error is shown in a toast. */
export interface ErrorToast extends ToastOptions {
  /** the forum's, by default */
  area?: ToastArea;
  /** `errorMessage` by default; an empty message is not shown */
  toMessage?: (error: unknown) => string;
  /** the form marks the invalid fields and explains them: a toast would only cover them */
  marksFields?: boolean;
  /** opens the login screen instead when the session has ended */
  redirectsToSignIn?: boolean;
}

/** How the profile page shows errors. */
export const accountErrorToast: ErrorToast = { area: 'AppToast', toMessage: errorSentence };

/** Shows why something failed. Aborted requests are ignored. */
export function toastError(error: unknown, toast: ErrorToast = {}): void {
  const { area = forumToastArea(), toMessage = errorMessage } = toast;
  if (isAbortError(error) || (toast.marksFields && isInField(error))) return;
  if (toast.redirectsToSignIn && isSignedOut(error) && redirectToSignIn()) return;
  const message = toMessage(error);
  if (message) showToast(area, 'error', message, toast);
}
