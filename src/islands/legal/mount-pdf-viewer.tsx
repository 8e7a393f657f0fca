import { ErrorBoundary } from '#islands/ui/feedback/ErrorBoundary.tsx';
import { mountIsland } from '#lib/client/mount-island.ts';
import type { PolicyKind } from '#lib/contract/policies.ts';

import { PdfViewer } from './PdfViewer.tsx';

let opened: HTMLElement | undefined;

/** Shows a document in a section, once. */
export function mountPdfViewer(section: HTMLElement, kind: PolicyKind): void {
  if (opened === section) return;
  opened = section;
  const unmount = mountIsland(
    section,
    <ErrorBoundary>
      <PdfViewer kind={kind} />
    </ErrorBoundary>,
  );
  document.addEventListener('astro:after-swap', unmount, { once: true });
}
