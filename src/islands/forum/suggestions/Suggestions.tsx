import { QueryClientProvider } from '@tanstack/react-query';

import { startPages } from '#lib/client/query/paged-query.ts';
import { seed } from '#lib/client/query/query-client.ts';
import { useSeeded } from '#lib/client/query/use-hydrated-query-client.ts';
import { suggestionsQuery } from '#lib/client/suggestions.ts';
import type { SuggestionPage } from '#lib/contract/suggestions.ts';

import { SuggestionList } from './SuggestionList.tsx';

interface Props {
  viewerId: string;
  /** the first page, as the server read it */
  page: SuggestionPage;
  /** when it did, milliseconds since 1970 */
  at: number;
}

/** Suggested Followers: whom a member may like to follow (spec 2). */
export default function Suggestions({ viewerId, page, at }: Props) {
  const client = useSeeded((cache) =>
    seed(cache, suggestionsQuery(viewerId).queryKey, startPages(page), at),
  );
  return (
    <QueryClientProvider client={client}>
      <SuggestionList viewerId={viewerId} drawn={page} />
    </QueryClientProvider>
  );
}
