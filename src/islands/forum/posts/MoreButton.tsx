import type { ReactNode } from 'react';

import { Spinner } from '#islands/ui/feedback/Spinner.tsx';

interface Props {
  /** the next page is loading; the button keeps the focus */
  isBusy: boolean;
  onClick: () => void;
  children: ReactNode;
}

/** Loads the next page of a list without infinite scroll. */
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
