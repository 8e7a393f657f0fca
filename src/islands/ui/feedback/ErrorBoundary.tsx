import { Component, type ReactNode } from 'react';

import { EmptyState } from './EmptyState.tsx';

interface Props {
  children: ReactNode;
}

/** Stands in for a part of a page that broke while it was drawn (spec 8); the rest of the page goes on. */
export class ErrorBoundary extends Component<Props, { hasError: boolean }> {
  override state = { hasError: false };

  static getDerivedStateFromError(): { hasError: boolean } {
    return { hasError: true };
  }

  override render(): ReactNode {
    if (!this.state.hasError) return this.props.children;
    return (
      <div role="alert">
        <EmptyState icon="alert" title="Unexpected Application Error!">
          <p>This is our fault, not yours. Load the page again to go on.</p>
          <button type="button" className="button" onClick={() => location.reload()}>
            Load again
          </button>
        </EmptyState>
      </div>
    );
  }
}
