import { Spinner } from '#islands/ui/feedback/Spinner.tsx';

interface Props {
  isPending: boolean;
  label: string;
  pendingLabel: string;
}

/** Give its form the method `post`, which defers a press before hydration. While pending, it keeps the focus. */
export const SubmitButton = ({ isPending, label, pendingLabel }: Props) => (
  <>
    <button type="submit" className="button" aria-disabled={isPending}>
      {isPending && <Spinner />}
      {isPending ? pendingLabel : label}
    </button>
    <output className="visually-hidden">{isPending && pendingLabel}</output>
  </>
);
