/** The areas where toasts appear (docs/product.md, Toasts). */
export type ToastArea = 'LoginToast' | 'ExploreToast' | 'ForumsPageToast' | 'AppToast';

export type ToastKind = 'success' | 'error';

type ToastPosition = 'top-right' | 'bottom-right';

export interface ToastOptions {
  position?: ToastPosition | undefined;
  /** the page also shows and announces the message */
  isRepeated?: boolean | undefined;
}
