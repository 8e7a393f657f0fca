import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';

let isListening = false;

const stylesheetsIn = (from: Document) => [
  ...from.head.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]'),
];

/** Keeps the stylesheets of lazily loaded code when the router replaces the head: they would not load again. */
function persistStylesheets(): void {
  if (isListening) return;
  isListening = true;
  document.addEventListener('astro:before-swap', ({ newDocument }) => {
    const wanted = new Set(stylesheetsIn(newDocument).map((sheet) => sheet.getAttribute('href')));
    for (const sheet of stylesheetsIn(document))
      if (!wanted.has(sheet.getAttribute('href')))
        newDocument.head.append(newDocument.importNode(sheet, true));
  });
}

/**
 * Renders an element outside of Astro's islands, with code that was loaded after the page.
 * @returns a function that unmounts it
 */
export function mountIsland(host: Element, element: ReactNode): () => void {
  persistStylesheets();
  const root = createRoot(host);
  root.render(element);
  return () => root.unmount();
}
