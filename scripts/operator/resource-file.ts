import { dirname, join } from 'node:path';

import { ResourceDraft } from '#lib/contract/resource-drafts.ts';
import type { UploadedImage } from '#lib/server/images/service.ts';
import type { DraftImages } from '#lib/server/resources/publishing.ts';

import { readBytes, readText } from './files.ts';
import { check, Mistake } from './verb.ts';

/** How a resource is written, for the help of the verbs that take one. */
export const RESOURCE_FORM = [
  'The file is text: blank lines part its paragraphs, and of Markdown it knows',
  '  # The title',
  '  ## A heading',
  '  ![](a-picture.jpg)   beside the file; the first one is the cover',
];

// A line may look empty and hold spaces.
const BLANK_LINES = /\n[^\S\n]*\n+/;
const TITLE = /^# +(.+)$/;
// What begins so was meant as a heading or as a picture.
const MARKED = /^(#|!\[).*/m;
const PICTURE = /^!\[.*\]\((.+)\)$/;
const TYPES: Record<string, string> = { png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg' };

function toBlock(paragraph: string) {
  const [, picture] = PICTURE.exec(paragraph) ?? [];
  if (picture) return { type: 'image', content: picture };
  const [, heading] = /^## +(.+)$/.exec(paragraph) ?? [];
  if (heading) return { type: 'HEADING', content: heading };
  const [marked] = MARKED.exec(paragraph) ?? [];
  if (marked)
    throw new Mistake(
      `“${marked}” must be ## A heading or ![](a-picture.jpg), with a blank line above and below.`,
    );
  return { type: 'TEXT', content: paragraph.replaceAll('\n', ' ') };
}

/** @returns a resource's words @throws Mistake */
export function readDraft(text: string): ResourceDraft {
  const [first = '', ...paragraphs] = text.split(BLANK_LINES).map((each) => each.trim());
  const [, title] = TITLE.exec(first) ?? [];
  if (!title)
    throw new Mistake('The file begins with its title, and a blank line below it: # The title');
  const blocks = paragraphs.filter(Boolean).map(toBlock);
  const cover = blocks[0]?.type === 'image' ? blocks.shift()?.content : undefined;
  return check(ResourceDraft, { title, cover, blocks });
}

async function readPicture(folder: string, name: string): Promise<UploadedImage> {
  // The file may be somebody else's: it names no picture from elsewhere on this machine.
  if (/[/\\]/.test(name)) throw new Mistake(`${name} must lie beside the file.`);
  const type = TYPES[name.split('.').at(-1)?.toLowerCase() ?? ''];
  if (!type) throw new Mistake(`${name} must be a PNG or a JPEG.`);
  return { type, bytes: await readBytes(join(folder, name)), name };
}

/** @returns a resource and the pictures it names @param file its path, as it was typed @throws Mistake */
export async function readResource(
  file: string,
): Promise<{ draft: ResourceDraft; pictures: DraftImages }> {
  const draft = readDraft(await readText(file));
  const named = draft.blocks.flatMap(({ type, content }) => (type === 'image' ? [content] : []));
  const pictures = new Map<string, UploadedImage>();
  for (const name of [draft.cover, ...named])
    if (!pictures.has(name)) pictures.set(name, await readPicture(dirname(file), name));
  return { draft, pictures };
}
