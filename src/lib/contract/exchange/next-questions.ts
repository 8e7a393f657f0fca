import * as z from 'zod/mini';

import { HarvestInput } from './season.ts';

/** The questions to the owner of a listing after posting it. */
export const NextQuestions = z.object({
  /** what the listing would be in the weeks ahead, if it is large or far ahead; null when it does not belong there */
  weeks_ahead: z.nullable(HarvestInput),
  /** the owner's next harvest but for its week, after their first listing of straw; null when it is no question */
  harvest: z.nullable(z.omit(HarvestInput, { week: true })),
  /** whether it may repeat */
  can_repeat: z.boolean(),
});
export type NextQuestions = z.infer<typeof NextQuestions>;
