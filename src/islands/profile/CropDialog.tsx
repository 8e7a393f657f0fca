import 'react-image-crop/dist/ReactCrop.css';
import { useEffect, useId, useRef } from 'react';
import { ReactCrop } from 'react-image-crop';

import { Modal } from '#islands/ui/dialog/Modal.tsx';
import { Spinner } from '#islands/ui/feedback/Spinner.tsx';
import { FormError } from '#islands/ui/form/FormError.tsx';

import { MIN_CROP_WIDTH } from './crop.ts';
import { useCrop } from './use-crop.ts';

import styles from './CropDialog.module.css';

interface DialogActionsProps {
  isReady: boolean;
  isPending: boolean;
  onCancel: () => void;
  onSave: () => void;
}

const DialogActions = ({ isReady, isPending, onCancel, onSave }: DialogActionsProps) => (
  <div className={styles.actions}>
    <button type="button" className="button quiet" disabled={isPending} onClick={onCancel}>
      Cancel
    </button>
    <button
      type="button"
      className="button"
      disabled={!isReady}
      aria-disabled={isPending}
      onClick={onSave}
    >
      {isPending && <Spinner />}
      {isPending ? 'Saving…' : 'Save'}
    </button>
  </div>
);

interface Props {
  /** an object URL */
  url: string;
  onClose: () => void;
}

/** Crops a picture to a square and saves it. */
export function CropDialog({ url, onClose }: Props) {
  const id = useId();
  const image = useRef<HTMLImageElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const { square, save, isPending, failure, begin } = useCrop(image, onClose);
  const leave = () => !isPending && onClose();
  const isReady = Boolean(square.crop);
  // So that the arrow keys move the square.
  useEffect(() => {
    if (isReady) stage.current?.querySelector<HTMLElement>('[tabindex]')?.focus();
  }, [isReady]);
  return (
    <Modal labelledBy={id} onRequestClose={leave}>
      <div className={styles.dialog}>
        <h2 id={id}>Crop your picture</h2>
        <p>Move the square, or pull its corners. Arrow keys do the same.</p>
        <div ref={stage} className={styles.stage}>
          <ReactCrop
            {...square}
            aspect={1}
            minWidth={MIN_CROP_WIDTH}
            keepSelection
            disabled={isPending}
          >
            <img ref={image} src={url} alt="What you chose" onLoad={begin} />
          </ReactCrop>
        </div>
        <FormError {...failure} />
        <DialogActions isReady={isReady} isPending={isPending} onCancel={leave} onSave={save} />
      </div>
    </Modal>
  );
}
