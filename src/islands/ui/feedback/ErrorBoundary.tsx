import { Component, type ReactNode } from 'react';

import { ICONS } from '#islands/ui/icons.ts';

import { EmptyState } from './EmptyState.tsx';

interface Props {
  children: ReactNode;
}

/** Replaces a part of a page that failed to render (docs/product.md, Error pages). */
export class ErrorBoundary extends Component<Props, { hasError: boolean }> {
  override state = { hasError: false };

  static getDerivedStateFromError(): { hasError: boolean } {
    return { hasError: true };
  }

  override render(): ReactNode {
    if (!this.state.hasError) return this.props.children;
    return (
      <div role="alert">
        <EmptyState icon={ICONS.alert} title="Unexpected Application Error!">
          <p>Something went wrong on our end. Reload the page to continue.</p>
          <button type="button" className="button" onClick={() => location.reload()}>
            Reload
          </button>
        </EmptyState>
      </div>
    );
  }
}
