import type { Block } from './resources.ts';

/** A heading in the table of contents. */
interface Heading {
  /** the id of its element */
  id: string;
  text: string;
}

/** @param nth from 1 */
export const headingId = (nth: number): string => `part-${nth}`;

export const headingsOf = (blocks: Block[]): Heading[] =>
  blocks
    .filter(({ type }) => type === 'HEADING')
    .map(({ content }, at) => ({ id: headingId(at + 1), text: content }));

// 150 words of 6 letters a minute: for many readers English is a second language.
const CHARACTERS_PER_MINUTE = 900;

/**
 * @param length of the text, in characters
 * @returns the reading time, in whole minutes
 */
export const readingMinutes = (length: number): number =>
  Math.max(1, Math.round(length / CHARACTERS_PER_MINUTE));

/** @returns the number of characters to read */
export const textLength = (blocks: Pick<Block, 'type' | 'content'>[]): number =>
  blocks.reduce((sum, { type, content }) => sum + (type === 'image' ? 0 : content.length), 0);
