import { getViewerId } from '#lib/client/http/viewer-id.ts';
import { mountIsland } from '#lib/client/mount-island.ts';

import { Outbox } from './Outbox.tsx';
import type { EditEntry } from './OutboxItem.tsx';

let mounted: { host: Element; unmount: () => void } | undefined;

/** Shows what the member of this page has not sent. */
export function mountOutbox(host: Element, onEdit: EditEntry): void {
  if (mounted?.host === host) return;
  mounted?.unmount();
  const outbox = <Outbox accountId={getViewerId()} onEdit={onEdit} />;
  mounted = { host, unmount: mountIsland(host, outbox) };
}
