import { messageOf } from '#lib/client/http/api-error.ts';

import { hideToasts, showToast, type ToastArea, type ToastKind } from './toasts.ts';

// Spec 8 names two places in the forum: Explore's own, and that of its other pages.
const areaHere = (): ToastArea =>
  location.pathname === '/forums/explore' ? 'ExploreToast' : 'ForumsPageToast';

const show = (kind: ToastKind, message: string): void => showToast(areaHere(), kind, message);

/** Says that something was done. */
export const sayDone = (message: string): void => show('success', message);

/** Says why something in the forum failed: in the server's words, if it said any (spec 8). */
export const sayFailed = (thrown: unknown): void => show('error', messageOf(thrown));

/** Takes away what was said, as when it is tried again. */
export const hush = (): void => hideToasts(areaHere());
