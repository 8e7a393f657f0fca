// Loaded after the page (Base.astro): everything in the EduHub can be read and followed without it.
import { initImageLinks } from './image-links.ts';
import { initInfiniteList } from './infinite-list.ts';
import { initSaveButton } from './save-offline.ts';

/** Sets up a page of the EduHub. */
export function initEduhub(): void {
  initImageLinks();
  initInfiniteList();
  void initSaveButton();
}
