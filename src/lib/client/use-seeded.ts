import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { queryClient } from './query.ts';
import { isLoggedIn } from './stores/login.ts';

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
  useEffect(() => isLoggedIn.set(true), []);
  return client;
}
