import { useId, useRef } from 'react';

import { Modal } from '#islands/ui/dialog/Modal.tsx';
import { Spinner } from '#islands/ui/feedback/Spinner.tsx';
import { FormError } from '#islands/ui/form/FormError.tsx';

import { MAX_ZOOM } from './crop.ts';
import { CropStage } from './CropStage.tsx';
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

interface ZoomProps {
  zoom: number;
  isDisabled: boolean;
  onChange: (zoom: number) => void;
}

const ZoomSlider = ({ zoom, isDisabled, onChange }: ZoomProps) => (
  <label className={styles.zoom}>
    Zoom
    <input
      type="range"
      min={1}
      max={MAX_ZOOM}
      step={0.1}
      value={zoom}
      disabled={isDisabled}
      onChange={({ target }) => onChange(target.valueAsNumber)}
    />
  </label>
);

interface Props {
  /** an object URL */
  url: string;
  onClose: () => void;
}

/** Crops a photo to a square and saves it. */
export function CropDialog({ url, onClose }: Props) {
  const id = useId();
  const image = useRef<HTMLImageElement>(null);
  const { save, isPending, failure, ...cropping } = useCrop(image, onClose);
  const { selection, zoomTo } = cropping;
  const leave = () => !isPending && onClose();
  return (
    <Modal labelledBy={id} onRequestClose={leave}>
      <div className={styles.dialog}>
        <h2 id={id}>Crop your photo</h2>
        <p>
          Drag the square to your face, or drag a corner to resize it.
          <span className={styles.keys}> Arrow keys do the same.</span>
        </p>
        <CropStage {...cropping} url={url} image={image} isDisabled={isPending} />
        <ZoomSlider zoom={selection?.zoom ?? 1} isDisabled={isPending} onChange={zoomTo} />
        <FormError {...failure} />
        <DialogActions
          isReady={selection !== undefined}
          isPending={isPending}
          onCancel={leave}
          onSave={save}
        />
      </div>
    </Modal>
  );
}
