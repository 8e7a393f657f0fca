import { Spinner } from '#islands/ui/feedback/Spinner.tsx';

interface Props {
  /** false until the form can be sent */
  isReady: boolean;
  isPending: boolean;
  /** what it says, and what it says while it is awaited */
  label: string;
  pendingLabel: string;
}

/**
 * The button that sends a form. Until the script runs nothing can be sent, so that no secret ends in an address. While
 * it is awaited the button keeps the focus; the form sends nothing twice.
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
