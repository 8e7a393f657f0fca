// Measures contrasts in the page, of computed colors. The functions run in the page, where nothing can be imported:
// `IN_PAGE` has their source.

type Rgba = [red: number, green: number, blue: number, alpha: number];

/** A pair of colors with too little contrast. */
export interface LowContrast {
  what: string;
  ratio: number;
  needed: number;
}

function toRgba(color: string): Rgba {
  const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 });
  const context = canvas.getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D;
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data;
  return [red, green, blue, alpha / 255];
}

function blend(top: Rgba, under: Rgba): Rgba {
  const mix = (at: 0 | 1 | 2) => top[at] * top[3] + under[at] * (1 - top[3]);
  return [mix(0), mix(1), mix(2), 1];
}

function toLinear(channel: number): number {
  const value = channel / 255;
  return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function luminanceOf([red, green, blue]: Rgba): number {
  return 0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue);
}

function ratioOf(one: Rgba, other: Rgba): number {
  const sorted = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b);
  const [dark = 0, light = 0] = sorted;
  return (light + 0.05) / (dark + 0.05);
}

/** The possible backgrounds of an element; a picture may have any color between white and black. */
function groundsOf(element: Element | null): Rgba[] {
  if (!element) return [toRgba('Canvas')];
  const { backgroundColor } = getComputedStyle(element);
  const color = toRgba(backgroundColor);
  if (color[3] === 1) return [color];
  const under: Rgba[] = element.matches('.on-picture')
    ? [
        [255, 255, 255, 1],
        [0, 0, 0, 1],
      ]
    : groundsOf(element.parentElement);
  return under.map((each) => blend(color, each));
}

/** The lowest contrast of a color to an element's possible backgrounds. */
export function lowestRatio(color: string, element: Element | null): number {
  const top = toRgba(color);
  return Math.min(...groundsOf(element).map((ground) => ratioOf(blend(top, ground), ground)));
}

/** Describes an element for a person. */
export function nameOf(element: Element): string {
  const text = (element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 30);
  return `${element.tagName.toLowerCase()}.${element.classList.value} “${text}”`;
}

/** Whether an element has a size and is not hidden. */
export function isSeen(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  if (width < 2 || height < 2) return false;
  return element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
}

function textContrasts(element: Element): LowContrast[] {
  const hasText = [...element.childNodes].some(
    (node) => node instanceof Text && node.data.trim() !== '',
  );
  // The selectable text of a PDF is transparent above its image.
  if (!hasText || element.closest('.textLayer')) return [];
  const { color, fontSize, fontWeight } = getComputedStyle(element);
  const size = Number.parseFloat(fontSize);
  const isLarge = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700);
  const needed = isLarge ? 3 : 4.5;
  return [{ what: `text ${nameOf(element)}`, ratio: lowestRatio(color, element), needed }];
}

function placeholderContrasts(element: Element): LowContrast[] {
  if (!element.matches('input[placeholder], textarea[placeholder]')) return [];
  const { color } = getComputedStyle(element, '::placeholder');
  return [
    { what: `placeholder ${nameOf(element)}`, ratio: lowestRatio(color, element), needed: 4.5 },
  ];
}

/** The contrast of an enabled control's edge, its border or background, to its surroundings. */
function edgeContrasts(element: Element): LowContrast[] {
  if (!element.matches('input, textarea, select, button.button, a.button')) return [];
  if (element.matches(':disabled, [type=file], [type=hidden]')) return [];
  const { backgroundColor, borderTopColor, borderTopWidth, borderBottomColor, appearance } =
    getComputedStyle(element);
  if (element.matches('[type=checkbox], [type=radio]') && appearance !== 'none') return [];
  const around = element.parentElement;
  const border = borderTopWidth === '0px' ? 'transparent' : borderTopColor;
  const colors = [backgroundColor, border, borderBottomColor];
  const ratio = Math.max(...colors.map((color) => lowestRatio(color, around)));
  return [{ what: `edge ${nameOf(element)}`, ratio, needed: 3 }];
}

/** The contrast of the icons of an enabled control. A logo needs none. */
function iconContrasts(element: Element): LowContrast[] {
  const control = element.closest('button:enabled, a:not(.brand), summary');
  if (!element.matches('svg') || !control) return [];
  const shapes = [...element.querySelectorAll('*')].filter(
    (each) => each instanceof SVGGeometryElement,
  );
  const ratios = shapes.flatMap((shape) => {
    const { stroke, fill } = getComputedStyle(shape);
    const paints = [stroke, fill].filter((paint) => paint !== 'none');
    return paints.map((paint) => lowestRatio(paint, shape));
  });
  return [{ what: `icon ${nameOf(control)}`, ratio: Math.max(...ratios), needed: 3 }];
}

function hasRing(element: Element): boolean {
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
}

interface Ring {
  color: string;
  ground: Element | null;
}

/** The focus ring of a link in a drawing: the stroke of its shape. */
function strokedRingOf(element: Element): Ring | null {
  const shape = element.querySelector<SVGGeometryElement>('circle');
  if (!shape) return null;
  const { stroke, strokeWidth } = getComputedStyle(shape);
  const width = Number.parseFloat(strokeWidth) * (shape.getScreenCTM()?.a ?? 0);
  return width >= 2 ? { color: stroke, ground: element.parentElement } : null;
}

/** The focus ring of an element styled as focused; a field's is around its box. */
function ringOf(element: HTMLElement): Ring | null {
  if (!hasRing(element)) element.focus({ preventScroll: true });
  const around = [element, element.parentElement, element.parentElement?.parentElement];
  const ringed = around.find((each) => each && hasRing(each));
  if (!ringed) return null;
  const { outlineColor, outlineOffset } = getComputedStyle(ringed);
  const isInside = Number.parseFloat(outlineOffset) < 0;
  return { color: outlineColor, ground: isInside ? ringed : ringed.parentElement };
}

function ringContrasts(element: Element): LowContrast[] {
  if (!element.matches('a, button, input, textarea, select, summary, [tabindex="0"]')) return [];
  // Beside a button styled as focused, a field's box has no ring; other fields cover that rule.
  if (element.matches(':disabled, input:has(~ button), button ~ input')) return [];
  const ring =
    element instanceof SVGElement ? strokedRingOf(element) : ringOf(element as HTMLElement);
  const ratio = ring ? lowestRatio(ring.color, ring.ground) : 1;
  return [{ what: `ring ${nameOf(element)}`, ratio, needed: 3 }];
}

/**
 * Measures the visible part of the page, or of the dialog above it.
 * @param hasFocus whether everything is styled as focused; then only focus rings are measured
 */
function lowContrasts(hasFocus: boolean): LowContrast[] {
  const root = document.querySelector('dialog:modal') ?? document.body;
  const measures = hasFocus
    ? [ringContrasts]
    : [textContrasts, placeholderContrasts, edgeContrasts, iconContrasts];
  const found = [...root.querySelectorAll('*')]
    .filter((element) => !element.closest('[data-preview]') && isSeen(element))
    .flatMap((element) => measures.flatMap((measure) => measure(element)));
  return found
    .filter(({ ratio, needed }) => ratio < needed)
    .map(({ what, ratio, needed }) => ({ what, ratio: Math.round(ratio * 100) / 100, needed }));
}

/** For `addInitScript`: defines `lowContrasts(hasFocus)`. */
export const IN_PAGE = [
  toRgba,
  blend,
  toLinear,
  luminanceOf,
  ratioOf,
  groundsOf,
  lowestRatio,
  nameOf,
  isSeen,
  textContrasts,
  placeholderContrasts,
  edgeContrasts,
  iconContrasts,
  hasRing,
  strokedRingOf,
  ringOf,
  ringContrasts,
  lowContrasts,
  'globalThis.lowContrasts = lowContrasts;',
].join('\n');
