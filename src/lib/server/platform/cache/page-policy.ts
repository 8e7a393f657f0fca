/** What a guest page shows: a change of it invalidates the page. */
export type PageTag = 'posts' | 'eduhub' | 'policies' | 'season';

/** How a guest page may be cached. */
export interface CachePolicy {
  /** at most how long */
  seconds: number;
  /** what the page shows; a page without tags only expires */
  tags: PageTag[];
  /** whether the page reads its query (page-url.ts); any other page is the same page with every query */
  variesByQuery?: boolean;
}
