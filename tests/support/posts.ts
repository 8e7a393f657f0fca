import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { Site } from './site.ts';

export const POSTS = '/api/web/forum/posts';

/** A picture to send; `name` is what the file is called. */
export interface Sent {
  bytes: Uint8Array;
  type: string;
  name?: string;
}

/** A form as the create-post modal sends it. @param texts what matters about its words */
export function postForm(files: Sent[] = [], texts: Record<string, string> = {}): FormData {
  const data = new FormData();
  const fields = { title: 'Rice straw', description: 'Forty dry bundles.', ...texts };
  for (const [name, text] of Object.entries(fields)) data.append(name, text);
  for (const { bytes, type, name = 'photo' } of files)
    data.append('attachments[]', new File([Uint8Array.from(bytes)], name, { type }));
  return data;
}

/** @returns the files below the site's media folder, however deep */
export async function storedFiles({ services }: Site): Promise<string[]> {
  const media = join(services.config.dataDir, 'media');
  const entries = await readdir(media, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}
