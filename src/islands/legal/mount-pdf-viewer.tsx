import { ErrorBoundary } from '#islands/ui/feedback/ErrorBoundary.tsx';
import { mountIsland } from '#lib/client/mount-island.ts';
import type { PolicyKind } from '#lib/contract/people/policies.ts';

import { PdfViewer } from './PdfViewer.tsx';

let opened: HTMLElement | undefined;

/**
 * Shows a document in a section, once.
 * @param source the URL of a PDF that is not published yet
 */
export function mountPdfViewer(section: HTMLElement, kind: PolicyKind, source?: string): void {
  if (opened === section) return;
  opened = section;
  const unmount = mountIsland(
    section,
    <ErrorBoundary>
      <PdfViewer kind={kind} draft={source} />
    </ErrorBoundary>,
  );
  document.addEventListener('astro:after-swap', unmount, { once: true });
}
