import { dirname, join } from 'node:path';

import { ResourceDraft } from '#lib/contract/library/resource-drafts.ts';
import type { DraftImages } from '#lib/server/library/resources/import-draft.ts';
import type { UploadedImage } from '#lib/server/platform/images/service.ts';

import { parse, UsageError } from './command.ts';
import { readBytes, readText } from './files.ts';

/** The format of a resource file, for the help. */
export const RESOURCE_FORMAT = [
  'The file is text: blank lines separate paragraphs. Of Markdown it supports',
  '  # The title',
  '  ## A heading',
  '  ![what it shows](a-picture.jpg)   beside the file; the first one is the cover',
];

// A blank line may contain spaces.
const BLANK_LINES = /\n[^\S\n]*\n+/;
const TITLE = /^# +(.+)$/;
// Matches lines meant as headings or images.
const MARKUP = /^(#|!\[).*/m;
const IMAGE = /^!\[(.*)\]\((.+)\)$/;
const TYPES: Record<string, string> = { png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg' };

function toBlock(paragraph: string) {
  const [, alt, image] = IMAGE.exec(paragraph) ?? [];
  if (image) return { type: 'image', content: image, ...(alt && { alt }) };
  const [, heading] = /^## +(.+)$/.exec(paragraph) ?? [];
  if (heading) return { type: 'HEADING', content: heading };
  const [markup] = MARKUP.exec(paragraph) ?? [];
  if (markup)
    throw new UsageError(
      `“${markup}” must be ## A heading or ![](a-picture.jpg), with a blank line above and below.`,
    );
  return { type: 'TEXT', content: paragraph.replaceAll('\n', ' ') };
}

/**
 * Parses the text of a resource's file.
 * @throws UsageError
 */
export function readDraft(text: string): ResourceDraft {
  const [first = '', ...paragraphs] = text.split(BLANK_LINES).map((part) => part.trim());
  const [, title] = TITLE.exec(first) ?? [];
  if (!title)
    throw new UsageError('The file must start with its title, and a blank line below: # The title');
  const blocks = paragraphs.filter(Boolean).map(toBlock);
  const cover = blocks[0]?.type === 'image' ? blocks.shift()?.content : undefined;
  return parse(ResourceDraft, { title, cover, blocks });
}

async function readImage(folder: string, name: string): Promise<UploadedImage> {
  // The file may come from someone else, so it must not name files elsewhere on this machine.
  if (/[/\\]/.test(name)) throw new UsageError(`${name} must be beside the file.`);
  const type = TYPES[name.split('.').at(-1)?.toLowerCase() ?? ''];
  if (!type) throw new UsageError(`${name} must be a PNG or a JPEG.`);
  return { type, bytes: await readBytes(join(folder, name)), name };
}

/**
 * Reads a resource file and the images it names.
 * @throws UsageError
 */
export async function readResource(
  file: string,
): Promise<{ draft: ResourceDraft; images: DraftImages }> {
  const draft = readDraft(await readText(file));
  const named = draft.blocks.flatMap(({ type, content }) => (type === 'image' ? [content] : []));
  const images = new Map<string, UploadedImage>();
  for (const name of [draft.cover, ...named])
    if (!images.has(name)) images.set(name, await readImage(dirname(file), name));
  return { draft, images };
}
