import type { QueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { queryClient } from './query-client.ts';

/**
 * The cache an island works with, holding what its page brought along.
 * @param fill puts that in, once, before the first drawing
 */
export function useSeeded(fill: (client: QueryClient) => void): QueryClient {
  const [client] = useState(() => {
    const shared = queryClient();
    fill(shared);
    return shared;
  });
  return client;
}
