import { useMutation } from '@tanstack/react-query';
import {
  type RefObject,
  type TouchEvent,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { type PercentCrop, ReactCrop } from 'react-image-crop';

import { Modal } from '#islands/ui/dialog/Modal.tsx';
import { Spinner } from '#islands/ui/feedback/Spinner.tsx';
import { FormError } from '#islands/ui/form/FormError.tsx';
import { followPinches, followWheel } from '#islands/ui/image-viewer/zoom.ts';
import { errorSentence, isSignedOut } from '#lib/client/http/api-error.ts';

import 'react-image-crop/dist/ReactCrop.css';
import { avatarMutation } from '#lib/client/people/profile.ts';
import { queryClient } from '#lib/client/query/query-client.ts';
import { t } from '#lib/messages/t.ts';

import { cropToSquare, fitInto, initialCrop, MAX_ZOOM, MIN_CROP_WIDTH, scaleCrop } from './crop.ts';

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
      {t('form.cancel')}
    </button>
    <button
      type="button"
      className="button"
      disabled={!isReady}
      aria-disabled={isPending}
      onClick={onSave}
    >
      {isPending && <Spinner />}
      {isPending ? t('form.saving') : t('form.save')}
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
    {t('crop.zoom')}
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

interface Selection {
  crop: PercentCrop;
  /** width of the whole image at zoom 1, in CSS pixels */
  width: number;
  zoom: number;
}

/** Zooming keeps the square’s size on the screen, so it selects a smaller part of the image. */
function zoomSelection(current: Selection, next: number): Selection {
  const zoom = Math.min(Math.max(next, 1), MAX_ZOOM);
  return { ...current, zoom, crop: scaleCrop(current.crop, current.zoom / zoom) };
}

/** The selected square and the zoom of the image. */
function useSelection(image: RefObject<HTMLImageElement | null>) {
  const [selection, setSelection] = useState<Selection>();
  const change = (next: (current: Selection) => Selection) =>
    setSelection((current) => current && next(current));
  const begin = (frame: HTMLElement) => {
    const { current: shown } = image;
    if (!shown) return;
    const size = fitInto({ width: frame.clientWidth, height: frame.clientHeight }, shown);
    setSelection({ crop: initialCrop(size), width: size.width, zoom: 1 });
  };
  const move = (crop: PercentCrop) => change((current) => ({ ...current, crop }));
  const zoomTo = (zoom: number) => change((current) => zoomSelection(current, zoom));
  return { selection, begin, move, zoomTo };
}

/** The selected square, and how to save it. */
function useCrop(image: RefObject<HTMLImageElement | null>, onSaved: () => void) {
  const selecting = useSelection(image);
  const { mutate, isPending, error } = useMutation(avatarMutation, queryClient());
  const { selection } = selecting;
  const save = () => {
    if (image.current && selection && !isPending)
      mutate(cropToSquare(image.current, selection.crop), { onSuccess: onSaved });
  };
  const failure = error
    ? { message: errorSentence(error), isSignedOut: isSignedOut(error) }
    : undefined;
  return { ...selecting, save, isPending, failure };
}

type Cropping = Pick<ReturnType<typeof useCrop>, 'selection' | 'begin' | 'move' | 'zoomTo'>;

interface CropStageProps extends Cropping {
  /** an object URL */
  url: string;
  image: RefObject<HTMLImageElement | null>;
  isDisabled: boolean;
}

const WHOLE = 100;

type Frame = RefObject<HTMLElement | null>;

/** @param start in percent of the side, like the length. @returns pixels */
const centerOf = (start: number, length: number, side: number) =>
  ((start + length / 2) / WHOLE) * side;

/** Scrolls the square to the center of its frame. */
function centerSquare(frame: HTMLElement, image: HTMLElement, crop: PercentCrop): void {
  const x = centerOf(crop.x, crop.width, image.clientWidth);
  const y = centerOf(crop.y, crop.height, image.clientHeight);
  frame.scrollTo(x - frame.clientWidth / 2, y - frame.clientHeight / 2);
}

/** Zooms the image by pinching, or by the wheel with Ctrl. @returns `listeners` for the frame */
function usePinch(frame: Frame, zoom: number, zoomTo: (next: number) => void) {
  const isPinching = useRef(false);
  const scale = useRef(zoom);
  useEffect(() => void (scale.current = zoom), [zoom]);
  const change = useEffectEvent(zoomTo);
  useEffect(() => {
    const { current: element } = frame;
    if (!element) return;
    const zoomable = {
      get scale() {
        return scale.current;
      },
      zoomTo: (next: number) => change(next),
    };
    followPinches(element, zoomable);
    followWheel(element, zoomable);
  }, [frame]);
  const onTouch = ({ touches }: TouchEvent) => {
    if (touches.length !== 1) isPinching.current = touches.length > 1;
  };
  return { isPinching, listeners: { onTouchStart: onTouch, onTouchEnd: onTouch } };
}

/** Keeps the square in view, and focuses it when it appears, so that the arrow keys move it. */
function useSquareInSight(
  frame: Frame,
  { image, selection }: Pick<CropStageProps, 'image' | 'selection'>,
) {
  const center = useEffectEvent(() => {
    if (frame.current && image.current && selection)
      centerSquare(frame.current, image.current, selection.crop);
  });
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the zoom changes the image’s size
  useLayoutEffect(() => center(), [selection?.zoom]);
  const isReady = selection !== undefined;
  useEffect(() => {
    if (isReady) frame.current?.querySelector<HTMLElement>('[tabindex]')?.focus();
  }, [isReady, frame]);
}

/** The image, with a square to move over it. */
function CropStage({ url, image, isDisabled, selection, begin, move, zoomTo }: CropStageProps) {
  const frame = useRef<HTMLDivElement>(null);
  const { isPinching, listeners } = usePinch(frame, selection?.zoom ?? 1, zoomTo);
  useSquareInSight(frame, { image, selection });
  return (
    <div ref={frame} className={styles.stage} {...listeners}>
      <ReactCrop
        crop={selection?.crop}
        aspect={1}
        minWidth={MIN_CROP_WIDTH}
        keepSelection
        disabled={isDisabled}
        onChange={(_, next) => isPinching.current || move(next)}
        renderSelectionAddon={() => <span className={styles.circle} />}
      >
        <img
          ref={image}
          src={url}
          alt={t('crop.chosen')}
          style={selection && { width: selection.width * selection.zoom }}
          onLoad={() => frame.current && begin(frame.current)}
        />
      </ReactCrop>
    </div>
  );
}

export function CropDialog({ url, onClose }: Props) {
  const id = useId();
  const image = useRef<HTMLImageElement>(null);
  const { save, isPending, failure, ...cropping } = useCrop(image, onClose);
  const { selection, zoomTo } = cropping;
  const leave = () => !isPending && onClose();
  return (
    <Modal labelledBy={id} onRequestClose={leave}>
      <div className={styles.dialog}>
        <h2 id={id}>{t('crop.heading')}</h2>
        <p>
          {t('crop.how')}
          <span className={styles.keys}> {t('crop.keys')}</span>
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
