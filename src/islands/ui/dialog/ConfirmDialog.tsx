import { useId } from 'react';

import { Spinner } from '#islands/ui/feedback/Spinner.tsx';

import { Modal } from './Modal.tsx';

import styles from './ConfirmDialog.module.css';

interface Props {
  question: string;
  /** what follows from saying yes */
  detail?: string;
  yes: string;
  no: string;
  /** a yes is being carried out */
  isPending?: boolean;
  onYes: () => void;
  onNo: () => void;
}

/** A question before something that cannot be undone. Leaving it is a no, and no comes first: it has the focus. */
export function Confirm({ question, detail, yes, no, isPending = false, onYes, onNo }: Props) {
  const id = useId();
  return (
    <Modal labelledBy={id} onLeave={onNo} shape="box" role="alertdialog">
      <div className={styles.confirm}>
        <h2 id={id}>{question}</h2>
        {detail && <p>{detail}</p>}
        <div className={styles.answers}>
          <button type="button" className="button quiet" onClick={onNo}>
            {no}
          </button>
          <button
            type="button"
            className="button danger"
            aria-disabled={isPending}
            onClick={() => isPending || onYes()}
          >
            {isPending && <Spinner />}
            {yes}
          </button>
        </div>
      </div>
    </Modal>
  );
}
