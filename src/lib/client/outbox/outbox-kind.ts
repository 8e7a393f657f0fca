// The definition of a kind of action that can wait for a connection; `outbox-actions.ts` has the kinds.
import type { QueryClient, QueryKey } from '@tanstack/react-query';

import type { StoredImage } from '#lib/client/device/stored-images.ts';
import type { DraftKind, DraftRecord, Drafts } from '#lib/client/drafts/draft.ts';
import type { ApiError } from '#lib/client/http/api-error.ts';
import type { Parser } from '#lib/client/http/response-shape.ts';

export interface ActionRequest {
  /** below /api */
  path: string;
  method: 'post' | 'put' | 'patch' | 'delete';
  headers?: Record<string, string>;
  /** the JSON body, if any */
  json?: object;
  /** the form body, instead of `json` */
  form?: FormData;
}

/** What the panel of waiting actions shows. */
interface Description {
  label: string;
  /** the member's own text, if any */
  text?: string;
  images?: StoredImage[];
}

/** Where a member edits the text. */
type Editor = { dialog: 'post' } | { dialog: 'update'; postId: string } | { page: string };

/** The data from which a draft is made. */
interface DraftSource {
  accountId: string;
  /** @returns the idempotency key under which the content may have arrived: sending it again uses the same key */
  sentKeys: (content: string) => Record<string, string>;
  readDraft: <K extends DraftKind>(kind: K) => Promise<Drafts[K] | undefined>;
}

interface Sendable<A, R> {
  request: (action: A) => ActionRequest;
  /** reads the response */
  response: Parser<R>;
  describe: (action: A, subject: string) => Description;
  /** puts the response into the cache */
  cache: (client: QueryClient, response: R, action: A, viewerId: string) => void | Promise<void>;
  /** the message after a success */
  done?: (response: R) => string;
  pageToStore?: (action: A) => string | null;
  /** identifies the object: of two actions with one target, the later counts. Without a target, each counts */
  target?: (action: A) => string;
  /** merges an action into an earlier one that waits */
  replace?: (earlier: A, action: A) => A;
  /** whether an earlier request, whose response was lost, had arrived; `error` is that of the retry */
  hasArrived?: (action: A, error: ApiError) => boolean;
}

/** For kinds with a text: when the server rejects the action, the text goes back to the member. */
interface Written<A> {
  edit: (action: A) => Editor;
  toDrafts: (action: A, source: DraftSource) => DraftRecord[] | Promise<DraftRecord[]>;
  show?: never;
  undo?: never;
  shownIn?: never;
}

/** For kinds that the page shows before the server responds; they are reverted when they are not sent. */
interface Shown<A, S> {
  /** applies the action to cached data */
  show: (action: A) => (shown: S) => S;
  /** the action that reverts this one */
  undo: (action: A) => A;
  /** the key of the queries with the data */
  shownIn: (action: A, viewerId: string) => QueryKey;
  edit?: never;
  toDrafts?: never;
}

/** For kinds without a text that are not shown at once. */
type Plain = { [K in keyof Written<never> | keyof Shown<never, never>]?: never };

/** The definition of a kind of action. @template R its response @template S the cached data that shows it */
export type Kind<A, R, S = never> = Sendable<A, R> & (Written<A> | Shown<A, S> | Plain);
