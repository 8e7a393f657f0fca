import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';

import { persistStylesheets } from './persist-stylesheets.ts';

/**
 * Renders an element outside of Astro's islands, with code that was loaded later than the page.
 * @returns unmounts it
 */
export function mountIsland(host: Element, element: ReactNode): () => void {
  persistStylesheets();
  const root = createRoot(host);
  root.render(element);
  return () => root.unmount();
}
