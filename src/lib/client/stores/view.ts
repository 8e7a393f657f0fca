import { atom } from 'nanostores';

import type { Post } from '#lib/contract/posts.ts';

/** What is shown above the page: pictures in full, who likes a post, or what can be done with it. */
export type View =
  | { kind: 'pictures'; post: Post; startIndex: number; deferImages: boolean }
  | { kind: 'likes' | 'share' | 'update' | 'delete' | 'report'; post: Post };

/** What is shown above the page now. Set it in the browser only. */
export const view = atom<View | null>(null);
