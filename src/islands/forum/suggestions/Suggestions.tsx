import { QueryClientProvider } from '@tanstack/react-query';

import { firstPage } from '#lib/client/query/paged-query.ts';
import { hydrateQuery } from '#lib/client/query/query-client.ts';
import { useHydratedQueryClient } from '#lib/client/query/use-hydrated-query-client.ts';
import { suggestionsQuery } from '#lib/client/suggestions.ts';
import type { SuggestionPage } from '#lib/contract/suggestions.ts';

import { SuggestionList } from './SuggestionList.tsx';

interface Props {
  viewerId: string;
  /** the first page */
  page: SuggestionPage;
  /** when the server read it, milliseconds since 1970 */
  fetchedAt: number;
}

/** Members the viewer may like to follow. */
export default function Suggestions({ viewerId, page, fetchedAt }: Props) {
  const client = useHydratedQueryClient((cache) =>
    hydrateQuery(cache, suggestionsQuery(viewerId).queryKey, firstPage(page), fetchedAt),
  );
  return (
    <QueryClientProvider client={client}>
      <SuggestionList viewerId={viewerId} initial={page} />
    </QueryClientProvider>
  );
}
