import { queryOptions } from '@tanstack/react-query';

import { postPath } from '#lib/client/forum/post-cache.ts';
import { requestData } from '#lib/client/http/request.ts';
import { hasKeys } from '#lib/client/http/response-shape.ts';
import type { NextQuestions } from '#lib/contract/exchange/next-questions.ts';
import type { Harvest, HarvestInput } from '#lib/contract/exchange/season.ts';

/** The questions to the owner of a new listing. */
export const nextQuestionsQuery = (postId: string) =>
  queryOptions({
    queryKey: ['next-questions', postId],
    queryFn: ({ signal }) =>
      requestData(
        `${postPath(postId)}/listing/questions`,
        hasKeys<NextQuestions>('weeks_ahead', 'harvest', 'can_repeat'),
        { signal },
      ),
    // Each comes once: a response must not bring it back.
    staleTime: Infinity,
    retry: false,
  });

/** Enters the viewer's own field in the weeks ahead. */
export const enterHarvest = (json: HarvestInput): Promise<Harvest> =>
  requestData('web/harvests', hasKeys<Harvest>('harvest_id'), { method: 'post', json });
