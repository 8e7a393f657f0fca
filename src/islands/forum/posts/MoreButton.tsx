import type { ReactNode } from 'react';

import { Spinner } from '#islands/ui/feedback/Spinner.tsx';

interface Props {
  /** whether what was asked for is on its way; it keeps the focus meanwhile */
  waits: boolean;
  onPress: () => void;
  children: ReactNode;
}

/** Asks for the next page of a list that does not go on by itself. */
export const MoreButton = ({ waits, onPress, children }: Props) => (
  <button
    type="button"
    className="button quiet"
    aria-disabled={waits}
    onClick={() => waits || onPress()}
  >
    {waits && <Spinner />}
    {children}
  </button>
);
