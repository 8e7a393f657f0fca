import { SUGGESTIONS_PAGE, type SuggestionPage } from '#lib/contract/forum/suggestions.ts';
import type { Account } from '#lib/contract/people/members.ts';
import { listSuggestions } from '#lib/server/forum/suggestions/service.ts';
import { type Ctx, requireViewer } from '#lib/server/platform/context.ts';

/** What surrounds every page of the forum. */
export interface ForumLayoutData {
  viewer: Account;
  suggestions: SuggestionPage;
  /** when it was read, milliseconds since 1970 */
  at: number;
}

export async function getForumLayoutData(ctx: Ctx): Promise<ForumLayoutData> {
  const { account } = requireViewer(ctx);
  const at = ctx.now();
  const suggestions = await listSuggestions(ctx, { cursor: null, limit: SUGGESTIONS_PAGE });
  return { viewer: account, suggestions, at };
}
