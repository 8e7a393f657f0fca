import type { DemoBlock } from '#demo/types.ts';

export const heading = (content: string): DemoBlock => ({ type: 'HEADING', content });
export const text = (content: string): DemoBlock => ({ type: 'TEXT', content });
/** An image by its name. */
export const image = (content: string): DemoBlock => ({ type: 'image', content });
