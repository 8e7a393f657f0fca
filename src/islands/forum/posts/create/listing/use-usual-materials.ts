import { queryOptions, useQuery } from '@tanstack/react-query';

import { requestData } from '#lib/client/http/request.ts';
import { hasKeys } from '#lib/client/http/response-shape.ts';
import { getViewerId } from '#lib/client/http/viewer-id.ts';
import { queryClient } from '#lib/client/query/query-client.ts';
import {
  isMaterial,
  type MaterialKey,
  MATERIALS,
} from '#lib/contract/exchange/materials/materials.ts';
import { ownPosts, type PostPage } from '#lib/contract/forum/posts.ts';

const MAX_USUAL = 5;
const STALE_TIME_MS = 10 * 60_000;

const materialsOf = ({ posts }: PostPage): MaterialKey[] =>
  posts.flatMap(({ listing }) =>
    listing && isMaterial(listing.material) ? [listing.material] : [],
  );

/** What a member's newest posts have. */
const usedMaterialsQuery = (viewerId: string) => {
  const { path, limit } = ownPosts(viewerId);
  return queryOptions({
    queryKey: ['used-materials', viewerId],
    queryFn: async ({ signal }) =>
      materialsOf(
        await requestData(path, hasKeys<PostPage>('posts', 'nextCursor'), {
          signal,
          searchParams: { cursor: 0, limit },
        }),
      ),
    staleTime: STALE_TIME_MS,
  });
};

/**
 * The materials that the member posted before, the last one first, then those that most farms have.
 * @returns also whether the former are still on their way
 */
export function useUsualMaterials(): { usual: MaterialKey[]; isLoading: boolean } {
  const { data = [], isLoading } = useQuery(usedMaterialsQuery(getViewerId()), queryClient());
  return { usual: [...new Set([...data, ...MATERIALS])].slice(0, MAX_USUAL), isLoading };
}
