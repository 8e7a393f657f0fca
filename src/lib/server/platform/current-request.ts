import { AsyncLocalStorage } from 'node:async_hooks';

const requestIds = new AsyncLocalStorage<string>();

/** Runs what a request does, so that the log can name the request where no context is passed. */
export const runAsRequest = <T>(requestId: string, work: () => T): T =>
  requestIds.run(requestId, work);

/** @returns the id of the request that runs this code; undefined outside of requests */
export const currentRequestId = (): string | undefined => requestIds.getStore();
