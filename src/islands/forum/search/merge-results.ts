import type { Pages } from '#lib/client/query/paged-query.ts';
import type { FoundAccount, FoundPost, SearchPage } from '#lib/contract/search.ts';

export type Found = FoundAccount | FoundPost;

const idOf = (found: Found) => (found.type === 'account' ? found.accountId : found.post_id);

/** @returns what a search found, page by page, members before posts, each once */
export const foundIn = ({ pages }: Pages<SearchPage>): Found[] => [
  ...new Map(
    pages
      .flatMap(({ accounts, posts }): Found[] => [...accounts, ...posts])
      .map((each) => [idOf(each), each]),
  ).values(),
];
