import 'react-image-crop/dist/ReactCrop.css';
import {
  type RefObject,
  type TouchEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react';
import { type PercentCrop, ReactCrop } from 'react-image-crop';

import { followPinches, followWheel } from '#islands/ui/image-viewer/zoom.ts';

import { MIN_CROP_WIDTH } from './crop.ts';
import type { useCrop } from './use-crop.ts';

import styles from './CropDialog.module.css';

type Cropping = Pick<ReturnType<typeof useCrop>, 'selection' | 'begin' | 'move' | 'zoomTo'>;

interface Props extends Cropping {
  /** an object URL */
  url: string;
  image: RefObject<HTMLImageElement | null>;
  isDisabled: boolean;
}

const WHOLE = 100;

type Frame = RefObject<HTMLElement | null>;

/** @param start in percent of a side, as the length. @returns pixels */
const centerOf = (start: number, length: number, side: number) =>
  ((start + length / 2) / WHOLE) * side;

/** Scrolls the square to the middle of its frame. */
function centerSquare(frame: HTMLElement, image: HTMLElement, crop: PercentCrop): void {
  const x = centerOf(crop.x, crop.width, image.clientWidth);
  const y = centerOf(crop.y, crop.height, image.clientHeight);
  frame.scrollTo(x - frame.clientWidth / 2, y - frame.clientHeight / 2);
}

/** Two fingers, or the wheel with Ctrl, enlarge the image. @returns what the frame listens to */
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

/** Keeps the square in sight, and gives it the focus at first, so that the arrow keys move it. */
function useSquareInSight(frame: Frame, { image, selection }: Pick<Props, 'image' | 'selection'>) {
  const center = useEffectEvent(() => {
    if (frame.current && image.current && selection)
      centerSquare(frame.current, image.current, selection.crop);
  });
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the image has another size then
  useLayoutEffect(() => center(), [selection?.zoom]);
  const isReady = selection !== undefined;
  useEffect(() => {
    if (isReady) frame.current?.querySelector<HTMLElement>('[tabindex]')?.focus();
  }, [isReady, frame]);
}

/** The image with the square that is moved over it. */
export function CropStage({ url, image, isDisabled, selection, begin, move, zoomTo }: Props) {
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
          alt="What you chose"
          style={selection && { width: selection.width * selection.zoom }}
          onLoad={() => frame.current && begin(frame.current)}
        />
      </ReactCrop>
    </div>
  );
}
