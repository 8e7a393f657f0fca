import { atom } from 'nanostores';

import type { Post } from '#lib/contract/posts.ts';

/** A dialog of the forum, and what it is about. */
export type View =
  | { kind: 'create-post' }
  | { kind: 'listing'; post: Post; status: 'open' | 'gone' }
  | { kind: 'share'; post: Post; isNew?: boolean }
  | { kind: 'likes' | 'update' | 'delete' | 'report'; post: Post };

/** The open dialog, and the element that has the focus again when it closes. */
export interface OpenView {
  view: View;
  opener: HTMLElement;
}

/** The dialog that is open above the page. Set it in the browser only. */
export const openView = atom<OpenView | null>(null);
