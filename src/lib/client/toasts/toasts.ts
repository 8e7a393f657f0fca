/** The places where toasts appear (spec 8). */
export type ToastArea = 'LoginToast' | 'ExploreToast' | 'ForumsPageToast' | 'AppToast';

/** What a toast tells of. */
export type ToastKind = 'success' | 'error';

export type ToastPosition = 'top-right' | 'bottom-right';

const importContainer = () => import('./toast-container.ts');
let loading: ReturnType<typeof importContainer> | undefined;

/** Once for all, so that what is shown and hidden keeps its order; what failed is tried again. */
const load = () =>
  (loading ??= importContainer().catch((error: unknown) => {
    loading = undefined;
    throw error;
  }));

/** Fetches what toasts are made of ahead of time: a failing network must be able to say so. */
export const preloadToasts = (): void => void load().catch(() => null);

const FALLBACK_MS = 5000;

/** In plain words, where there is no connection to fetch toasts by; above any open dialog. */
function showFallbackToast(message: string): void {
  const said = document.createElement('p');
  Object.assign(said, {
    className: 'said',
    popover: 'manual',
    role: 'alert',
    textContent: message,
  });
  document.body.append(said);
  said.showPopover();
  setTimeout(() => said.remove(), FALLBACK_MS);
}

/** Takes away the toasts of an area, as when what they told of is tried again. */
export const hideToasts = (area: ToastArea): void =>
  void loading?.then(({ hide }) => hide(area)).catch(() => null);

/**
 * Shows a toast for 5 seconds (spec 8). The parts for it are fetched with the first one.
 * @param area where
 * @param message for people
 * @param position the corner; top right unless told (spec 8)
 */
export function showToast(
  area: ToastArea,
  kind: ToastKind,
  message: string,
  position: ToastPosition = 'top-right',
): void {
  load().then(
    ({ show }) => show({ area, kind, message, position }),
    () => showFallbackToast(message),
  );
}
