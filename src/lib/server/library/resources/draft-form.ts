import type { DraftFormBlock, DraftFormContent } from '#lib/contract/draft-form.ts';
import { GUIDE } from '#lib/contract/resource-drafts.ts';

const PARTS = ['type', 'content', 'alt'] as const;

// One more than a guide may have, so that its rejection is that of a guide.
const NUMBERS = Array.from({ length: GUIDE.maxBlocks + 1 }, (_, at) => at);

/** The text fields of the form of a guide: those of the parts are numbered. */
export const DRAFT_FIELDS: readonly string[] = [
  'action',
  'version',
  'page',
  'title',
  'cover',
  'new_alt',
  ...PARTS.flatMap((part) => NUMBERS.map((at) => `${part}.${at}`)),
];

/** Reads the form of a guide. */
export function readDraftForm(values: URLSearchParams): DraftFormContent {
  const textOf = (name: string) => values.get(name) ?? '';
  const blocks = NUMBERS.filter((at) => values.has(`type.${at}`)).map((at) => ({
    type: textOf(`type.${at}`),
    content: textOf(`content.${at}`),
    alt: textOf(`alt.${at}`),
  }));
  return { title: textOf('title'), cover: textOf('cover'), blocks };
}

/** Writes a guide into the values of its form, in place of what they had. */
export function writeDraftForm(
  values: URLSearchParams,
  { title, cover, blocks }: DraftFormContent,
): void {
  for (const name of DRAFT_FIELDS.filter((each) => each.includes('.'))) values.delete(name);
  values.set('title', title);
  values.set('cover', cover);
  for (const [at, block] of blocks.entries())
    for (const part of PARTS) values.set(`${part}.${at}`, block[part]);
}

function moveBlock(blocks: DraftFormBlock[], from: number, to: number): DraftFormBlock[] {
  const moved = blocks[from];
  if (!moved || !blocks[to]) return blocks;
  return blocks.toSpliced(from, 1).toSpliced(to, 0, moved);
}

/** What a button of the form does, and the part that it leads to. */
interface Applied {
  content: DraftFormContent;
  /** its number */
  focus: number | null;
}

/**
 * Performs the action of a button: `up.3`, `down.3`, `remove.3`, `cover.3`, `add.HEADING`, `add.TEXT`. Others change
 * nothing.
 * @param action the value of the button
 */
export function applyAction(content: DraftFormContent, action: string): Applied {
  const { blocks } = content;
  const [verb = '', what = ''] = action.split('.');
  const at = Number(what);
  const withBlocks = (changed: DraftFormBlock[], focus: number): Applied => ({
    content: { ...content, blocks: changed },
    focus: changed.length === 0 ? null : Math.max(0, Math.min(focus, changed.length - 1)),
  });
  switch (verb) {
    case 'up':
      return withBlocks(moveBlock(blocks, at, at - 1), at - 1);
    case 'down':
      return withBlocks(moveBlock(blocks, at, at + 1), at + 1);
    case 'remove':
      return withBlocks(blocks.toSpliced(at, 1), at - 1);
    case 'cover':
      if (blocks[at]?.type !== 'image' || what === '') return { content, focus: null };
      return { content: { ...content, cover: blocks[at].content }, focus: at };
    case 'add':
      if (what === 'image') return { content, focus: null };
      return withBlocks([...blocks, { type: what, content: '', alt: '' }], blocks.length);
    default:
      return { content, focus: null };
  }
}

/** Adds an image to the end of a guide. @param url of the stored image */
export const appendImage = (
  content: DraftFormContent,
  url: string,
  alt: string,
): DraftFormContent => ({
  ...content,
  blocks: [...content.blocks, { type: 'image', content: url, alt }],
});
