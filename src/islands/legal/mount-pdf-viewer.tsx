import { Component, type ReactNode } from 'react';

import { EmptyState } from '#islands/ui/feedback/EmptyState.tsx';
import { ICONS } from '#islands/ui/icons.ts';
import { mountIsland } from '#lib/client/mount-island.ts';
import type { PolicyKind } from '#lib/contract/people/policies.ts';
import { t } from '#lib/messages/t.ts';

import { PdfViewer } from './PdfViewer.tsx';

let opened: HTMLElement | undefined;

interface Props {
  children: ReactNode;
}

/** Replaces a part of a page that failed to render (docs/product.md, Error pages). */
class ErrorBoundary extends Component<Props, { hasError: boolean }> {
  override state = { hasError: false };

  static getDerivedStateFromError(): { hasError: boolean } {
    return { hasError: true };
  }

  override render(): ReactNode {
    if (!this.state.hasError) return this.props.children;
    return (
      <div role="alert">
        <EmptyState icon={ICONS.alert} title={t('notice.unexpected')}>
          <p>{t('legal.crashed')}</p>
          <button type="button" className="button" onClick={() => location.reload()}>
            {t('form.reload')}
          </button>
        </EmptyState>
      </div>
    );
  }
}

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
