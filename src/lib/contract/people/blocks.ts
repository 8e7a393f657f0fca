import * as z from 'zod/mini';

import { Account } from './members.ts';

export const BLOCKS_PAGE = 20;

export const BlockState = z.object({ is_blocked: z.boolean() });
export type BlockState = z.infer<typeof BlockState>;

/** A member whom the viewer blocks, and the time of the block. */
export const Block = z.extend(Account, {
  /** ISO 8601, UTC */
  blocked_at: z.string(),
});
export type Block = z.infer<typeof Block>;

/** Newest first. */
export const BlockPage = z.object({
  blocks: z.array(Block),
  nextCursor: z.nullable(z.string()),
});
export type BlockPage = z.infer<typeof BlockPage>;
