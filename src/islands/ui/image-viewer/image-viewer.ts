// The viewer of photos and drawings. It is built without React, which guests do not load.
import { trackDialog } from '#islands/ui/dialog/dialog-history.ts';
import { t } from '#lib/messages/t.ts';

import { enableZoom, type ImageZoom } from './zoom.ts';

import styles from './image-viewer.module.css';

interface Slide {
  frame: HTMLLIElement;
  zoom: ImageZoom;
}

// Paths of 24 x 24. Importing `icons.ts` would add the forum’s scripts to a guest’s page.
const PATHS = {
  close: 'M6 6l12 12M18 6 6 18',
  left: 'M14.5 6l-6 6 6 6',
  right: 'M9.5 6l6 6-6 6',
  zoom: 'M4 11a7 7 0 1 0 14 0 7 7 0 1 0-14 0M20 20l-4-4M11 8v6M8 11h6',
};

function createElement<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string>,
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

function createIcon(path: string): SVGElement {
  const namespace = 'http://www.w3.org/2000/svg';
  const icon = document.createElementNS(namespace, 'svg');
  const shape = document.createElementNS(namespace, 'path');
  icon.setAttribute('viewBox', '0 0 24 24');
  icon.setAttribute('aria-hidden', 'true');
  shape.setAttribute('d', path);
  icon.append(shape);
  return icon;
}

function createButton(
  icon: keyof typeof PATHS,
  label: string,
  onClick: () => void,
): HTMLButtonElement {
  const className = `round on-picture ${styles[icon]}`;
  const button = createElement('button', { type: 'button', class: className, 'aria-label': label });
  button.append(createIcon(PATHS[icon]));
  button.addEventListener('click', onClick);
  return button;
}

/** Copies an image of the page, also one whose loading is deferred. */
function copyImage(shown: HTMLImageElement): HTMLImageElement {
  const copy = createElement('img', { sizes: '100vw', alt: shown.alt, draggable: 'false' });
  for (const name of ['lang', 'width', 'height', 'data-src', 'data-srcset', 'srcset', 'src']) {
    const value = shown.getAttribute(name);
    if (value !== null) copy.setAttribute(name, value);
  }
  return copy;
}

function createSlide(shown: HTMLImageElement, onZoom: (isZoomed: boolean) => void): Slide {
  const frame = createElement('li', {});
  const image = copyImage(shown);
  frame.append(image);
  return { frame, zoom: enableZoom(frame, image, onZoom) };
}

/** Tracks which slide is in view, and lets buttons move to the others. */
function createSteps(list: HTMLUListElement, slides: Slide[]) {
  const indexOf = () => Math.round(list.scrollLeft / list.clientWidth);
  const step = (by: number) => () => list.scrollTo({ left: (indexOf() + by) * list.clientWidth });
  const previous = createButton('left', t('photo.previous'), step(-1));
  const next = createButton('right', t('photo.next'), step(1));
  const count = createElement('p', { class: `on-picture ${styles.count}`, 'aria-live': 'polite' });
  const update = () => {
    const index = indexOf();
    const focused = document.activeElement;
    previous.hidden = index <= 0;
    next.hidden = index >= slides.length - 1;
    // Hiding a focused button would move the focus to the page behind.
    if ((focused === previous || focused === next) && (focused as HTMLElement).hidden)
      (focused === next ? previous : next).focus();
    const text = `${index + 1} / ${slides.length}`;
    if (count.textContent !== text) count.textContent = text;
    slides.forEach(({ zoom }, i) => i !== index && zoom.reset());
  };
  list.addEventListener('scroll', update, { passive: true });
  return { elements: slides.length > 1 ? [previous, next, count] : [], update, indexOf };
}

/** Opens a dialog that Back, Escape and its button close. */
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
 * Opens images of the page full screen, where they can be enlarged.
 * @param images deferred ones load when tapped
 * @param startIndex of the first image shown, from 0
 * @param label names the dialog
 */
export function openImageViewer(
  images: HTMLImageElement[],
  startIndex: number,
  label: string,
  onClose?: () => void,
): void {
  const dialog = createElement('dialog', { class: `${styles.viewer}`, 'aria-label': label });
  const zoomButton = createButton('zoom', t('photo.enlarge'), () =>
    slides[steps.indexOf()]?.zoom.toggle(),
  );
  zoomButton.ariaPressed = 'false';
  const slides = images.map((image) =>
    createSlide(image, (isZoomed) => (zoomButton.ariaPressed = String(isZoomed))),
  );
  const list = createElement('ul', slides.length > 1 ? { tabindex: '0', 'aria-label': label } : {});
  list.append(...slides.map(({ frame }) => frame));
  const steps = createSteps(list, slides);
  const close = createButton('close', t('dialog.close'), () => dialog.close());
  dialog.append(close, zoomButton, list, ...steps.elements);
  openDialog(dialog, onClose);
  list.scrollTo({ left: startIndex * list.clientWidth, behavior: 'instant' });
  steps.update();
}
