import type { Block } from './resources.ts';

/** A heading of a resource, as its table of contents has it. */
interface Heading {
  /** of its element */
  id: string;
  text: string;
}

/** @param nth from 1 */
export const headingId = (nth: number): string => `part-${nth}`;

/** Lists the headings of a resource, in their order. */
export const headingsOf = (blocks: Block[]): Heading[] =>
  blocks
    .filter(({ type }) => type === 'HEADING')
    .map(({ content }, at) => ({ id: headingId(at + 1), text: content }));
