import type { QueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { queryClient } from './query-client.ts';

/**
 * The cache an island works with, holding what its page brought along.
 * @param hydrate puts that in, once, before the first drawing
 */
export function useHydratedQueryClient(hydrate: (client: QueryClient) => void): QueryClient {
  const [client] = useState(() => {
    const shared = queryClient();
    hydrate(shared);
    return shared;
  });
  return client;
}
