import { Spinner } from '#islands/ui/feedback/Spinner.tsx';

interface Props {
  /** false before hydration */
  isReady: boolean;
  isPending: boolean;
  label: string;
  pendingLabel: string;
}

/**
 * Submits a form. Disabled before hydration, when a browser would put the fields in the URL. While pending it keeps the
 * focus.
 */
export const SubmitButton = ({ isReady, isPending, label, pendingLabel }: Props) => (
  <>
    <button type="submit" className="button" disabled={!isReady} aria-disabled={isPending}>
      {isPending && <Spinner />}
      {isPending ? pendingLabel : label}
    </button>
    <output className="visually-hidden">{isPending && pendingLabel}</output>
  </>
);
