// Finds what forced colors hide: they drop backgrounds, shadows and gradients, but not drawings. The functions run in
// the page, beside those of `contrast.ts`: `IN_PAGE` has their source.
import { IN_PAGE as CONTRAST, isSeen, lowestRatio, nameOf } from './contrast.ts';

const VISIBLE = 3;

/** Whether an edge is visible, given width, style and color of a border's side or an outline. */
function isEdgeSeen(element: Element, width: string, style: string, color: string): boolean {
  if (style === 'none' || Number.parseFloat(width) < 1) return false;
  return lowestRatio(color, element.parentElement) >= VISIBLE;
}

/** The sides of an element with a visible edge, and its outline. */
function edgesOf(element: Element): string[] {
  const style = getComputedStyle(element);
  const { outlineWidth, outlineStyle, outlineColor } = style;
  const sides = ['top', 'right', 'bottom', 'left'].filter((side) => {
    const [width, line, color] = ['width', 'style', 'color'].map((part) =>
      style.getPropertyValue(`border-${side}-${part}`),
    ) as [string, string, string];
    return isEdgeSeen(element, width, line, color);
  });
  const hasOutline = isEdgeSeen(element, outlineWidth, outlineStyle, outlineColor);
  return [...sides, ...(hasOutline ? [`outline of ${outlineWidth}`] : [])];
}

/** The marks that distinguish an element without color: edges, lines, a filled shape. */
function marksOf(element: Element): string[] {
  const { textDecorationLine, stroke, strokeWidth } = getComputedStyle(element);
  const isUnderlined =
    textDecorationLine.includes('underline') && element.textContent.trim() !== '';
  const filled = [element, '::before', '::after'].flatMap((part) => {
    const pseudo = typeof part === 'string' ? part : undefined;
    const { content, backgroundColor } = getComputedStyle(element, pseudo);
    if (pseudo && content === 'none') return [];
    const isFilled = lowestRatio(backgroundColor, element.parentElement) >= VISIBLE;
    return isFilled ? [`filled ${pseudo ?? ''}`] : [];
  });
  return [
    ...edgesOf(element),
    ...(isUnderlined ? ['underline'] : []),
    ...filled,
    ...(element instanceof SVGElement && stroke !== 'none' ? [`stroke of ${strokeWidth}`] : []),
  ];
}

/** The element that is pressed: for an input, its label. */
function pressedOf(element: Element): Element {
  return element.matches('input') ? (element.closest('label') ?? element) : element;
}

/** The marks of the pressed element and everything visible in it. */
function allMarksOf(element: Element): string {
  const root = pressedOf(element);
  const all = [root, ...root.querySelectorAll('*')].filter(isSeen);
  return all.map((each) => `${each.tagName} ${marksOf(each).join()}`).join('; ');
}

/** Whether a control looks like the text around it. Links have the system's color of links. */
function isUnmarked(element: Element): boolean {
  if (!element.matches('button, summary, select, textarea, input, a.button, [role=tab]'))
    return false;
  if (element.matches('[type=checkbox], [type=radio], [type=hidden], [type=file]')) return false;
  if (element.querySelector('svg, img')) return false;
  if (!isSeen(element)) return false;
  // A summary has a triangle.
  if (getComputedStyle(element).display === 'list-item') return false;
  // A field may be framed by its container.
  const isField = element.matches('input, select, textarea');
  const frames = [element, ...(isField ? [element.parentElement] : [])];
  return frames.every((each) => each && marksOf(each).length === 0);
}

/** Measures an element in a state, then restores it. */
function inState(element: Element, isOn: boolean): string {
  if (element instanceof HTMLInputElement) {
    const { checked } = element;
    element.checked = isOn;
    const marks = allMarksOf(element);
    element.checked = checked;
    return marks;
  }
  const names = ['aria-current', 'aria-pressed', 'aria-selected', 'aria-checked'];
  const name = names.find((each) => element.hasAttribute(each))!;
  const value = element.getAttribute(name)!;
  if (isOn && name !== 'aria-current') element.setAttribute(name, 'true');
  if (!isOn) element.removeAttribute(name);
  const marks = allMarksOf(element);
  element.setAttribute(name, value);
  return marks;
}

/** Whether an element that is pressed, selected, checked or current looks the same as otherwise. */
function isStateHidden(element: Element): boolean {
  const states = '[aria-current], [aria-pressed], [aria-selected], [aria-checked]';
  if (!element.matches(`${states}, [type=checkbox], [type=radio]`)) return false;
  if (!isSeen(pressedOf(element))) return false;
  // The system draws its own mark.
  const { appearance } = getComputedStyle(element);
  if (element.matches('input') && appearance !== 'none' && isSeen(element)) return false;
  return inState(element, true) === inState(element, false);
}

/** A meaningful shape: an icon, a bar, a dot on the map. Pictures keep their colors. */
function isDrawingHidden(element: Element): boolean {
  if (!isSeen(element)) return false;
  const isMask = getComputedStyle(element).maskImage !== 'none';
  if (isMask) return lowestRatio(getComputedStyle(element).backgroundColor, element) < VISIBLE;
  const isShape = element.matches('.icon *, svg[width="100%"] rect:last-of-type, svg a circle');
  if (!isShape || !(element instanceof SVGGeometryElement)) return false;
  const { fill, stroke, fillOpacity } = getComputedStyle(element);
  const ground = element.closest('svg')!.parentElement;
  const paints = [fill, stroke].filter((paint) => paint !== 'none' && fillOpacity !== '0');
  return paints.length > 0 && paints.every((paint) => lowestRatio(paint, ground) < VISIBLE);
}

/** The elements of the page, or of the dialog above it, that cannot be seen or distinguished, a line each. */
function lostInForcedColors(): string[] {
  const root = document.querySelector('dialog:modal') ?? document.body;
  const rules = {
    'looks like text': isUnmarked,
    'hides its state': isStateHidden,
    'is not seen': isDrawingHidden,
  };
  return [...root.querySelectorAll('*')]
    .filter((element) => !element.closest('[data-preview]'))
    .flatMap((element) =>
      Object.entries(rules)
        .filter(([, rule]) => rule(element))
        .map(([name]) => `${nameOf(element.closest('a, button, label') ?? element)} ${name}`),
    );
}

/** For `addInitScript`: defines `lostInForcedColors()` and the functions of `contrast.ts`. */
export const IN_PAGE = [
  CONTRAST,
  `const VISIBLE = ${VISIBLE};`,
  isEdgeSeen,
  edgesOf,
  marksOf,
  pressedOf,
  allMarksOf,
  isUnmarked,
  inState,
  isStateHidden,
  isDrawingHidden,
  lostInForcedColors,
  'globalThis.lostInForcedColors = lostInForcedColors;',
].join('\n');
