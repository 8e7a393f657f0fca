import { atom } from 'nanostores';

import type { Post } from '#lib/contract/forum/posts.ts';

/** What a new post begins with, as addresses end: what another app has shared, something that the member has, or nothing. */
export type PostBeginning = 'shared' | 'have' | '';

/** A dialog of the forum, and what it is about; or the viewer of a post's photos. */
export type View =
  | { kind: 'photos'; label: string }
  | { kind: 'create-post'; begins?: PostBeginning }
  | { kind: 'listing'; post: Post; status: 'open' | 'gone' }
  | { kind: 'share'; post: Post; isNew?: boolean }
  | { kind: 'likes' | 'update' | 'delete' | 'report'; post: Post };

/** The open dialog or viewer, and the element that has the focus again when it closes. */
export interface OpenView {
  view: View;
  opener: HTMLElement;
}

/** What is open above the page: of the buttons that open it, and of what shows it. Set it in the browser only. */
export const openView = atom<OpenView | null>(null);
