import { createRoot } from 'react-dom/client';

import { Boundary } from '#islands/ui/feedback/ErrorBoundary.tsx';
import { keepStyles } from '#lib/client/persist-stylesheets.ts';
import type { PolicyKind } from '#lib/contract/policies.ts';

import { Viewer } from './PdfViewer.tsx';

let opened: HTMLElement | undefined;

/** Shows a document's pages in a section, unless it does already. @param kind which document */
export function mountViewer(section: HTMLElement, kind: PolicyKind): void {
  if (opened === section) return;
  opened = section;
  keepStyles();
  const root = createRoot(section);
  root.render(
    <Boundary>
      <Viewer kind={kind} />
    </Boundary>,
  );
  document.addEventListener('astro:after-swap', () => root.unmount(), { once: true });
}
