import type { ReactNode } from 'react';

import { Spinner } from '#islands/ui/feedback/Spinner.tsx';

interface Props {
  /** whether what was asked for is on its way; it keeps the focus meanwhile */
  isBusy: boolean;
  onClick: () => void;
  children: ReactNode;
}

/** Asks for the next page of a list that does not go on by itself. */
export const MoreButton = ({ isBusy, onClick, children }: Props) => (
  <button
    type="button"
    className="button quiet"
    aria-disabled={isBusy}
    onClick={() => isBusy || onClick()}
  >
    {isBusy && <Spinner />}
    {children}
  </button>
);
