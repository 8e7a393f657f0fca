// What each kind of action that may wait for a connection says of itself; `outbox-actions.ts` has the kinds.
import type { QueryClient, QueryKey } from '@tanstack/react-query';

import type { StoredImage } from '#lib/client/device/stored-images.ts';
import type { DraftKind, DraftRecord, Drafts } from '#lib/client/drafts/draft.ts';
import type { ApiError } from '#lib/client/http/api-error.ts';
import type { Parser } from '#lib/client/http/response-shape.ts';

/** The request of an action. */
export interface ActionRequest {
  /** below /api */
  path: string;
  method: 'post' | 'put' | 'patch' | 'delete';
  headers?: Record<string, string>;
  /** the body, if any */
  json?: object;
  /** the body, instead of `json` */
  form?: FormData;
}

/** An action for people. */
interface Description {
  label: string;
  /** what the member wrote, if anything */
  text?: string;
  images?: StoredImage[];
}

/** Where a member changes what they wrote. */
type Editor = { dialog: 'post' } | { dialog: 'update'; postId: string } | { page: string };

/** What a draft is made with. */
interface DraftSource {
  accountId: string;
  /** @returns the idempotency key of a content that may have arrived: it is its key also when it is sent again */
  sentKeys: (content: string) => Record<string, string>;
  readDraft: <K extends DraftKind>(kind: K) => Promise<Drafts[K] | undefined>;
}

interface Sendable<A, R> {
  request: (action: A) => ActionRequest;
  /** reads the response */
  response: Parser<R>;
  describe: (action: A, subject: string) => Description;
  /** shows what the server responded with */
  cache: (client: QueryClient, response: R, action: A, viewerId: string) => void | Promise<void>;
  /** says that it was sent */
  done?: (response: R) => string;
  pageToStore?: (action: A) => string | null;
  /** what it is about; of two about the same, the later one counts. Without it, each counts */
  target?: (action: A) => string;
  /** an action that takes the place of an earlier one which waits */
  replace?: (earlier: A, action: A) => A;
  /** whether the first request had arrived, whose response was lost, by the failure of the next one */
  hasArrived?: (action: A, error: ApiError) => boolean;
}

/** What would be lost with the action: when the server rejects it, it goes back to the member. */
interface Written<A> {
  edit: (action: A) => Editor;
  toDrafts: (action: A, source: DraftSource) => DraftRecord[] | Promise<DraftRecord[]>;
  show?: never;
  undo?: never;
  shownIn?: never;
}

/** What a page shows before the server has responded. It is taken back when it is not sent. */
interface Shown<A, S> {
  /** what a page shows of it @returns it as it is with the action */
  show: (action: A) => (shown: S) => S;
  /** the action that takes it back */
  undo: (action: A) => A;
  /** the key of the queries that have it */
  shownIn: (action: A, viewerId: string) => QueryKey;
  edit?: never;
  toDrafts?: never;
}

/** What is neither written nor shown at once. */
type Plain = { [K in keyof Written<never> | keyof Shown<never, never>]?: never };

/** All that there is to know of a kind of action. @template R its response @template S what shows it at once */
export type Kind<A, R, S = never> = Sendable<A, R> & (Written<A> | Shown<A, S> | Plain);
