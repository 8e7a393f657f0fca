// The viewer of a post's photos and of a guide's drawings. Guests have no React, so it is made of plain elements.
import { trackDialog } from '#islands/ui/dialog/dialog-history.ts';

import { copyImage, createButton, createElement } from './viewer-elements.ts';
import { enableZoom, type ImageZoom } from './zoom.ts';

import styles from './image-viewer.module.css';

interface Slide {
  frame: HTMLLIElement;
  zoom: ImageZoom;
}

function createSlide(shown: HTMLImageElement, onZoom: (isZoomed: boolean) => void): Slide {
  const frame = createElement('li', {});
  const image = copyImage(shown);
  frame.append(image);
  return { frame, zoom: enableZoom(frame, image, onZoom) };
}

/** Shows which slide is in view, and lets buttons lead to the others. */
function createSteps(list: HTMLUListElement, slides: Slide[]) {
  const indexOf = () => Math.round(list.scrollLeft / list.clientWidth);
  const step = (by: number) => () => list.scrollTo({ left: (indexOf() + by) * list.clientWidth });
  const previous = createButton('left', 'Previous photo', step(-1));
  const next = createButton('right', 'Next photo', step(1));
  const count = createElement('p', { class: `on-picture ${styles.count}`, 'aria-live': 'polite' });
  const update = () => {
    const index = indexOf();
    const focused = document.activeElement;
    previous.hidden = index <= 0;
    next.hidden = index >= slides.length - 1;
    // A hidden button loses the focus, to the page behind.
    if ((focused === previous || focused === next) && (focused as HTMLElement).hidden)
      (focused === next ? previous : next).focus();
    const text = `${index + 1} / ${slides.length}`;
    if (count.textContent !== text) count.textContent = text;
    slides.forEach(({ zoom }, i) => i !== index && zoom.reset());
  };
  list.addEventListener('scroll', update, { passive: true });
  return { elements: slides.length > 1 ? [previous, next, count] : [], update, indexOf };
}

/** Opens a dialog, which Back, Escape and its button close. */
function openDialog(dialog: HTMLDialogElement, onClose?: () => void): void {
  document.body.append(dialog);
  dialog.showModal();
  const untrack = trackDialog(() => dialog.close());
  const remove = () => {
    untrack();
    dialog.remove();
    onClose?.();
  };
  dialog.addEventListener('close', remove, { once: true });
}

/**
 * Opens images of the page over the whole screen, where they can be enlarged.
 * @param images of the page; deferred ones load when tapped
 * @param startIndex the first that is shown, from 0
 * @param label names the dialog
 * @param onClose called when it has closed
 */
export function openImageViewer(
  images: HTMLImageElement[],
  startIndex: number,
  label: string,
  onClose?: () => void,
): void {
  const dialog = createElement('dialog', { class: `${styles.viewer}`, 'aria-label': label });
  const zoomButton = createButton('zoom', 'Enlarge', () => slides[steps.indexOf()]?.zoom.toggle());
  zoomButton.ariaPressed = 'false';
  const slides = images.map((image) =>
    createSlide(image, (isZoomed) => (zoomButton.ariaPressed = String(isZoomed))),
  );
  const list = createElement('ul', slides.length > 1 ? { tabindex: '0', 'aria-label': label } : {});
  list.append(...slides.map(({ frame }) => frame));
  const steps = createSteps(list, slides);
  const close = createButton('close', 'Close', () => dialog.close());
  dialog.append(close, zoomButton, list, ...steps.elements);
  openDialog(dialog, onClose);
  list.scrollTo({ left: startIndex * list.clientWidth, behavior: 'instant' });
  steps.update();
}
