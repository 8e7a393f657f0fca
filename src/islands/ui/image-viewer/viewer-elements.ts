import styles from './image-viewer.module.css';

// Paths of 24 x 24. Those of `icons.ts` would bring the forum's scripts to a guest's page.
const PATHS = {
  close: 'M6 6l12 12M18 6 6 18',
  left: 'M14.5 6l-6 6 6 6',
  right: 'M9.5 6l6 6-6 6',
  zoom: 'M4 11a7 7 0 1 0 14 0 7 7 0 1 0-14 0M20 20l-4-4M11 8v6M8 11h6',
};

/** Creates an element with attributes. */
export function createElement<Name extends keyof HTMLElementTagNameMap>(
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

/** Creates a round button on the images. */
export function createButton(
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

/** Copies an image of the page, also one that is deferred. */
export function copyImage(shown: HTMLImageElement): HTMLImageElement {
  const copy = createElement('img', { sizes: '100vw', alt: shown.alt, draggable: 'false' });
  for (const name of ['width', 'height', 'data-src', 'data-srcset', 'srcset', 'src']) {
    const value = shown.getAttribute(name);
    if (value !== null) copy.setAttribute(name, value);
  }
  return copy;
}
