import { Component, type ReactNode } from 'react';

import { EmptyState } from './EmptyState.tsx';

interface Props {
  children: ReactNode;
}

/** Stands in for a part of a page that broke while it was drawn (spec 8); the rest of the page goes on. */
export class Boundary extends Component<Props, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true };
  }

  override render(): ReactNode {
    if (!this.state.isBroken) return this.props.children;
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
