import type { Account } from '#lib/contract/members.ts';
import { SUGGESTIONS_PAGE, type SuggestionPage } from '#lib/contract/suggestions.ts';
import { type Ctx, requireViewer } from '#lib/server/context.ts';
import { listSuggestions } from '#lib/server/suggestions/service.ts';

/** What stands around every page of the forum that a member sees. */
export interface ForumLayoutData {
  viewer: Account;
  /** whom they may like to follow */
  suggestions: SuggestionPage;
  /** when it was read, milliseconds since 1970 */
  at: number;
}

/** @returns what stands around a member's page of the forum @throws AppError unauthenticated */
export async function getForumLayoutData(ctx: Ctx): Promise<ForumLayoutData> {
  const { account } = requireViewer(ctx);
  const at = ctx.now();
  const suggestions = await listSuggestions(ctx, { cursor: null, limit: SUGGESTIONS_PAGE });
  return { viewer: account, suggestions, at };
}
