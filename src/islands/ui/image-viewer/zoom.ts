// A pinch, a double tap, the wheel with Ctrl, and a button zoom an image in its frame, which then scrolls.

const MAX_SCALE = 5;
const TAP_SCALE = 2.5;
// A pinch below this scale shows the whole image.
const MIN_SCALE = 1.05;
const WHEEL_PX = 200;

interface Point {
  /** pixels of the viewport */
  x: number;
  y: number;
}

/** The distance of two fingers, and the point between them. */
function readPinch({ touches }: TouchEvent): (Point & { distance: number }) | null {
  const [a, b] = touches;
  if (!a || !b) return null;
  const distance = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
  return { distance, x: (a.clientX + b.clientX) / 2, y: (a.clientY + b.clientY) / 2 };
}

const screenCenter = (): Point => ({ x: innerWidth / 2, y: innerHeight / 2 });

/** The zoom of an image in its frame. */
class ImageZoom {
  scale = 1;
  #fittedWidth = 0;
  readonly #frame: HTMLElement;
  readonly #image: HTMLImageElement;
  readonly #onChange: (isZoomed: boolean) => void;

  constructor(frame: HTMLElement, image: HTMLImageElement, onChange: (isZoomed: boolean) => void) {
    this.#frame = frame;
    this.#image = image;
    this.#onChange = onChange;
  }

  /** @param at keeps its place on screen */
  zoomTo(next: number, { x, y }: Point): void {
    const [frame, image] = [this.#frame, this.#image];
    const before = image.getBoundingClientRect();
    if (this.scale === 1) this.#fittedWidth = before.width;
    this.scale = next < MIN_SCALE ? 1 : Math.min(next, MAX_SCALE);
    const isZoomed = this.scale > 1;
    frame.toggleAttribute('data-zoomed', isZoomed);
    image.style.width = isZoomed ? `${this.#fittedWidth * this.scale}px` : '';
    image.sizes = `${Math.ceil(this.scale) * 100}vw`;
    const after = image.getBoundingClientRect();
    frame.scrollLeft += after.left + ((x - before.left) / before.width) * after.width - x;
    frame.scrollTop += after.top + ((y - before.top) / before.height) * after.height - y;
    this.#onChange(isZoomed);
  }

  /** Zooms in, or back to the whole image. */
  toggle(at = screenCenter()): void {
    this.zoomTo(this.scale > 1 ? 1 : TAP_SCALE, at);
  }

  reset(): void {
    if (this.scale > 1) this.zoomTo(1, screenCenter());
  }
}
export type { ImageZoom };

/** The part of a zoom that a pinch needs. */
export type Zoomable = Pick<ImageZoom, 'scale' | 'zoomTo'>;

/** Zooms on a pinch. */
export function followPinches(frame: HTMLElement, zoom: Zoomable): void {
  let start = { distance: 1, scale: 1 };
  const begin = (event: TouchEvent) => {
    const pinch = readPinch(event);
    if (pinch) start = { distance: pinch.distance, scale: zoom.scale };
  };
  const move = (event: TouchEvent) => {
    const pinch = readPinch(event);
    if (!pinch) return;
    event.preventDefault();
    zoom.zoomTo((start.scale * pinch.distance) / start.distance, pinch);
  };
  frame.addEventListener('touchstart', begin, { passive: true });
  frame.addEventListener('touchmove', move, { passive: false });
}

/** Zooms on a wheel event with Ctrl, which is also what a touchpad’s pinch sends. */
export function followWheel(frame: HTMLElement, zoom: Zoomable): void {
  const turn = (event: WheelEvent) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const at = { x: event.clientX, y: event.clientY };
    zoom.zoomTo(zoom.scale * Math.exp(-event.deltaY / WHEEL_PX), at);
  };
  frame.addEventListener('wheel', turn, { passive: false });
}

/**
 * Lets an image be zoomed.
 * @param frame covers the screen and scrolls
 * @param onChange called after each zoom
 */
export function enableZoom(
  frame: HTMLElement,
  image: HTMLImageElement,
  onChange: (isZoomed: boolean) => void,
): ImageZoom {
  const zoom = new ImageZoom(frame, image, onChange);
  followPinches(frame, zoom);
  followWheel(frame, zoom);
  frame.addEventListener('dblclick', ({ clientX: x, clientY: y }) => zoom.toggle({ x, y }));
  return zoom;
}
