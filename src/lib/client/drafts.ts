import * as z from 'zod/mini';

import { newId } from './ids.ts';

const keyOf = (accountId: string) => `draft:${accountId}`;
const Draft = z.object({ title: z.string(), description: z.string(), key: z.string() });

/** The words of a post that is being written, and the id that makes its sending repeatable. */
export type Draft = z.infer<typeof Draft>;

/** @returns what this member was writing when the page went away, or an empty draft */
export function readDraft(accountId: string): Draft {
  try {
    return z.parse(Draft, JSON.parse(sessionStorage.getItem(keyOf(accountId)) ?? ''));
  } catch {
    return { title: '', description: '', key: newId() };
  }
}

/** Keeps the words of a draft until it is posted or thrown away. */
export function keepDraft(accountId: string, draft: Draft): void {
  try {
    sessionStorage.setItem(keyOf(accountId), JSON.stringify(draft));
  } catch {
    // Storage that is full or forbidden costs the safety net, not the post.
  }
}

/** Forgets the draft. */
export const dropDraft = (accountId: string): void => sessionStorage.removeItem(keyOf(accountId));
