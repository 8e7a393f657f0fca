import { atom } from 'nanostores';

import type { Post } from '#lib/contract/forum/posts.ts';

/** The start of a new post, as in the URL's fragment: from shared data, with an offer, or empty. */
export type PostBeginning = 'shared' | 'have' | '';

/** A dialog of the forum with its object, or the viewer of a post's photos. */
export type View =
  | { kind: 'photos'; label: string }
  | { kind: 'create-post'; begins?: PostBeginning }
  | { kind: 'listing'; post: Post; status: 'open' | 'gone' }
  | { kind: 'share'; post: Post; isNew?: boolean }
  | { kind: 'likes' | 'update' | 'delete' | 'report'; post: Post };

/** The open dialog or viewer, and the element that gets the focus when it closes. */
export interface OpenView {
  view: View;
  opener: HTMLElement;
}

/** Connects the buttons that open a view with what shows it. Set it in the browser only. */
export const openView = atom<OpenView | null>(null);
