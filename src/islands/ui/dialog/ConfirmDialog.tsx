import { useId } from 'react';

import { Spinner } from '#islands/ui/feedback/Spinner.tsx';

import { Modal } from './Modal.tsx';

import styles from './ConfirmDialog.module.css';

interface Props {
  question: string;
  /** what a confirmation does */
  detail?: string;
  confirmLabel: string;
  cancelLabel: string;
  isPending?: boolean;
  /** a third choice, which loses nothing: comes first, and makes the confirmation less prominent */
  saving?: { label: string; onSave: () => void } | undefined;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Confirms what cannot be undone. The choice that loses nothing comes first and has the focus. */
export function ConfirmDialog({
  question,
  detail,
  confirmLabel,
  cancelLabel,
  isPending = false,
  saving,
  onConfirm,
  onCancel,
}: Props) {
  const id = useId();
  return (
    <Modal labelledBy={id} onRequestClose={onCancel} shape="box" role="alertdialog">
      <div className={styles.confirm}>
        <h2 id={id}>{question}</h2>
        {detail && <p>{detail}</p>}
        <div className={styles.actions}>
          {saving && (
            <button type="button" className="button" onClick={saving.onSave}>
              {saving.label}
            </button>
          )}
          <button type="button" className="button quiet" onClick={onCancel}>
            {cancelLabel}
          </button>
          <button
            type="button"
            className={saving ? styles.quiet : 'button danger'}
            aria-disabled={isPending}
            onClick={() => isPending || onConfirm()}
          >
            {isPending && <Spinner />}
            {confirmLabel}
          </button>
        </div>
      </div>
    </Modal>
  );
}
