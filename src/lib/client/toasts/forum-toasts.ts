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

/** The forum has two toast areas: Explore's, and that of its other pages (docs/product.md, "Toasts"). */
export const forumToastArea = (): ToastArea =>
  location.pathname === '/forums/explore' ? 'ExploreToast' : 'ForumsPageToast';

/** Shows that something in the forum was done. */
export const toastSuccess = (message: string): void =>
  showToast(forumToastArea(), 'success', message);

/** How an error is shown in a toast. */
export interface ErrorToast extends ToastOptions {
  /** the forum's, by default */
  area?: ToastArea;
  /** `errorMessage` by default; an empty message is not shown */
  toMessage?: (error: unknown) => string;
  /** the form marks the fields that are wrong, and says why: a toast could only cover them */
  marksFields?: boolean;
  /** opens the sign-in screen instead, when the session has ended */
  redirectsToSignIn?: boolean;
}

/** How the profile page shows errors. */
export const accountErrorToast: ErrorToast = { area: 'AppToast', toMessage: errorSentence };

/** Shows why something failed. What was aborted on purpose has not failed. */
export function toastError(error: unknown, toast: ErrorToast = {}): void {
  const { area = forumToastArea(), toMessage = errorMessage } = toast;
  if (isAbortError(error) || (toast.marksFields && isInField(error))) return;
  if (toast.redirectsToSignIn && isSignedOut(error) && redirectToSignIn()) return;
  const message = toMessage(error);
  if (message) showToast(area, 'error', message, toast);
}
