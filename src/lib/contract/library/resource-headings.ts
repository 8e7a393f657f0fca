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

// 150 words of 6 letters: many readers have English as a second language.
const CHARACTERS_PER_MINUTE = 900;

/**
 * @param length of the text, in characters
 * @returns how long it takes to read, in whole minutes
 */
export const readingMinutes = (length: number): number =>
  Math.max(1, Math.round(length / CHARACTERS_PER_MINUTE));

/** @returns how many characters a guide has to read */
export const textLength = (blocks: Pick<Block, 'type' | 'content'>[]): number =>
  blocks.reduce((sum, { type, content }) => sum + (type === 'image' ? 0 : content.length), 0);
