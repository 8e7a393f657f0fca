import type { QueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { queryClient } from './query-client.ts';

/**
 * The query cache with the data an island's page brought.
 * @param hydrate adds that data, once, before the first render
 */
export function useHydratedQueryClient(hydrate: (client: QueryClient) => void): QueryClient {
  const [client] = useState(() => {
    const shared = queryClient();
    hydrate(shared);
    return shared;
  });
  return client;
}
