import './toasts.css';
import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { toast, ToastContainer } from 'react-toastify/unstyled';

import { t } from '#lib/messages/t.ts';

import type { ToastArea, ToastKind, ToastOptions } from './toast-options.ts';

const CLOSE_MS = 5000;

interface Toast extends ToastOptions {
  area: ToastArea;
  kind: ToastKind;
  message: string;
}

const areas = new Set<ToastArea>();
let host: HTMLElement | undefined;
let root: Root | undefined;

// `:is()`, because old browsers reject a selector list with an unknown pseudo-class.
const TOP_LAYER = ':is(dialog:modal, [popover]:not([popover=manual]):popover-open)';

/** Dialogs and popovers cover the page, so toasts are shown inside the topmost one. */
function moveToTopLayer(): void {
  const parent = [...document.querySelectorAll(TOP_LAYER)].at(-1) ?? document.body;
  if (!host || host.parentElement === parent) return;
  parent.append(host);
  // The parent may be removed with the toasts in it; its events still fire.
  parent.addEventListener('close', moveLater);
  parent.addEventListener('toggle', moveLater);
}
const moveLater = () => void setTimeout(moveToTopLayer);

function createToastRoot(): Root {
  host = document.createElement('div');
  // The router replaces the body.
  document.addEventListener('astro:after-swap', moveToTopLayer);
  return createRoot(host);
}

const container = (containerId: ToastArea) =>
  createElement(ToastContainer, {
    key: containerId,
    containerId,
    autoClose: CLOSE_MS,
    'aria-label': t('toast.area', { area: containerId }),
    className: containerId,
    closeOnClick: true,
    hideProgressBar: true,
    theme: 'auto',
  });

/** Hides an area's toasts. */
export const hide = (containerId: ToastArea): void => toast.dismiss({ containerId });

/** Shows a toast. */
export function show({ area, kind, message, ...options }: Toast): void {
  root ??= createToastRoot();
  moveToTopLayer();
  areas.add(area);
  flushSync(() => root?.render([...areas].map(container)));
  // Each toast announces itself: a live region would announce it again.
  for (const region of host?.children ?? []) region.setAttribute('aria-live', 'off');
  // An old error beside a new success would confuse.
  hide(area);
  const { position = 'top-right', isRepeated } = options;
  const announced = kind === 'error' ? 'alert' : 'status';
  const role = isRepeated ? 'group' : announced;
  toast(message, { containerId: area, type: kind, position, role });
}
