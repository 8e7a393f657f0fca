import type { Locator } from '@playwright/test';

const LINEAR_LIMIT = 0.03928;

const toLinear = (channel: number): number => {
  const value = channel / 255;
  return value <= LINEAR_LIMIT ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
};

function luminance([red = 0, green = 0, blue = 0]: number[]): number {
  return 0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue);
}

/** @returns the contrast of two sRGB colors, 1 to 21 (WCAG 2.2, "contrast ratio") */
export function contrastOf(one: number[], other: number[]): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/**
 * Reads a color of an element as the browser paints it.
 * @param property e.g. `borderTopColor`
 * @returns red, green and blue, 0 to 255
 */
export const colorOf = (
  element: Locator,
  property: 'borderTopColor' | 'outlineColor' | 'backgroundColor',
) =>
  element.evaluate((each, name) => {
    const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    if (!context) return [];
    context.fillStyle = getComputedStyle(each)[name];
    context.fillRect(0, 0, 1, 1);
    return Array.from(context.getImageData(0, 0, 1, 1).data.slice(0, 3));
  }, property);
