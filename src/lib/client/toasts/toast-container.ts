import './toasts.css';
import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { toast, ToastContainer, type ToastPosition } from 'react-toastify/unstyled';

import type { ToastArea, ToastKind } from './toasts.ts';

const CLOSE_MS = 5000;

interface Toast {
  area: ToastArea;
  kind: ToastKind;
  message: string;
  position: ToastPosition;
}

const areas = new Set<ToastArea>();
let host: HTMLElement | undefined;
let root: Root | undefined;

// Not a list of its own: a browser from before popovers refuses what it does not know, but for `:is()`.
const TOP_LAYER = ':is(dialog:modal, [popover]:not([popover=manual]):popover-open)';

/** What is open above the page hides all beside it: toasts are shown within the uppermost one. */
function moveToTopLayer(): void {
  const parent = [...document.querySelectorAll(TOP_LAYER)].at(-1) ?? document.body;
  if (!host || host.parentElement === parent) return;
  parent.append(host);
  // It may leave the page with them in it: its own events are told even then.
  parent.addEventListener('close', moveLater);
  parent.addEventListener('toggle', moveLater);
}
const moveLater = () => void setTimeout(moveToTopLayer);

function createToastRoot(): Root {
  host = document.createElement('div');
  // The router brings a new body.
  document.addEventListener('astro:after-swap', moveToTopLayer);
  return createRoot(host);
}

const container = (containerId: ToastArea) =>
  createElement(ToastContainer, {
    key: containerId,
    containerId,
    autoClose: CLOSE_MS,
    'aria-label': `Messages (${containerId})`,
    className: containerId,
    closeOnClick: true,
    hideProgressBar: true,
    theme: 'auto',
  });

/** Takes away the toasts of an area; `hideToasts` calls it. */
export const hide = (containerId: ToastArea): void => toast.dismiss({ containerId });

/** Shows a toast; `showToast` loads this when it is first needed. */
export function show({ area, kind, message, position }: Toast): void {
  root ??= createToastRoot();
  moveToTopLayer();
  areas.add(area);
  flushSync(() => root?.render([...areas].map(container)));
  // The newest says how things stand; an older failure beside a success would confuse.
  hide(area);
  const role = kind === 'error' ? 'alert' : 'status';
  toast(message, { containerId: area, type: kind, position, role });
}
