import type { ToastArea, ToastKind, ToastOptions } from './toast-options.ts';

const importContainer = () => import('./toast-container.ts');
let loading: ReturnType<typeof importContainer> | undefined;

/** Loads the container once, so that toasts keep their order; a failed load is retried. */
const load = () =>
  (loading ??= importContainer().catch((error: unknown) => {
    loading = undefined;
    throw error;
  }));

/** Loads the toast container early: toasts must be able to report a lost connection. */
export const preloadToasts = (): void => void load().catch(() => null);

const FALLBACK_MS = 5000;

/** Shows a plain message when the container cannot be loaded. */
function showFallbackToast(message: string): void {
  const toast = document.createElement('p');
  Object.assign(toast, {
    className: 'fallback-toast',
    popover: 'manual',
    role: 'alert',
    textContent: message,
  });
  document.body.append(toast);
  toast.showPopover();
  setTimeout(() => toast.remove(), FALLBACK_MS);
}

/** Hides an area's toasts, as when a request is retried. */
export const hideToasts = (area: ToastArea): void =>
  void loading?.then(({ hide }) => hide(area)).catch(() => null);

/** Shows a toast for 5 seconds (docs/product.md, Toasts). */
export function showToast(
  area: ToastArea,
  kind: ToastKind,
  message: string,
  options: ToastOptions = {},
): void {
  load().then(
    ({ show }) => show({ area, kind, message, ...options }),
    () => showFallbackToast(message),
  );
}
