import type { DemoImages } from './load-images.ts';

export interface LoadContext {
  images: DemoImages;
  /** the time that all dates are relative to, milliseconds since 1970 */
  now: number;
}
