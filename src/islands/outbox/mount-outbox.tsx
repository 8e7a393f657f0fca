import { getViewerId } from '#lib/client/http/viewer-id.ts';
import { mountIsland } from '#lib/client/mount-island.ts';

import { Outbox } from './Outbox.tsx';

let mounted: { host: Element; unmount: () => void } | undefined;

/** Shows what the member of this page has not sent. */
export function mountOutbox(host: Element): void {
  if (mounted?.host === host) return;
  mounted?.unmount();
  mounted = { host, unmount: mountIsland(host, <Outbox accountId={getViewerId()} />) };
}
