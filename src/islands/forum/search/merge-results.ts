import type { Pages } from '#lib/client/query/paged-query.ts';
import type { FoundAccount, FoundPost, SearchPage } from '#lib/contract/search.ts';

export type SearchResult = FoundAccount | FoundPost;

const idOf = (result: SearchResult) =>
  result.type === 'account' ? result.accountId : result.post_id;

/** @returns what a search found, page by page, members before posts, each once */
export const mergeResults = ({ pages }: Pages<SearchPage>): SearchResult[] => [
  ...new Map(
    pages
      .flatMap(({ accounts, posts }): SearchResult[] => [...accounts, ...posts])
      .map((each) => [idOf(each), each]),
  ).values(),
];
