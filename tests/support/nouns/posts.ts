import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { Site } from '#tests/support/site/site.ts';

export const POSTS = '/api/web/forum/posts';

export interface Sent {
  bytes: Uint8Array;
  type: string;
  name?: string;
}

/**
 * A form like that of the dialog.
 * @param texts fields to replace
 */
export function postForm(files: Sent[] = [], texts: Record<string, string> = {}): FormData {
  const data = new FormData();
  const fields = { title: 'Rice straw', description: 'Forty dry bundles.', ...texts };
  for (const [name, text] of Object.entries(fields)) data.append(name, text);
  for (const { bytes, type, name = 'photo' } of files)
    data.append('attachments[]', new File([Uint8Array.from(bytes)], name, { type }));
  return data;
}

/** @returns the names of all files in the site's media folder */
export async function storedFiles({ services }: Site): Promise<string[]> {
  const media = join(services.config.dataDir, 'media');
  const entries = await readdir(media, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}
