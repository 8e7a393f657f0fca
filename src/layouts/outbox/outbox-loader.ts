// Sends the outbox, and shows it on pages with a place for it.
import { mountOutbox } from '#islands/outbox/Outbox.tsx';
import { hasDatabase } from '#lib/client/device/has-database.ts';
import { startFlushing } from '#lib/client/outbox/flush-outbox.ts';
import { outboxEntries } from '#lib/client/stores/outbox.ts';
import { openView } from '#lib/client/stores/view.ts';

import { openEntry } from './open-entry.ts';
import { showWaitingActs } from './show-waiting-acts.ts';

function start(): void {
  startFlushing();
  const host = document.querySelector('[data-outbox]');
  if (host) mountOutbox(host, openEntry);
  showWaitingActs();
}

async function startIfStored(): Promise<void> {
  // Loads what is needed offline while there is a connection.
  await Promise.all([
    import('#lib/client/outbox/confirm-sign-out.ts'),
    import('#lib/client/outbox/queue-form.ts'),
  ]);
  if (await hasDatabase()) start();
}

const run = () => void startIfStored().catch(() => null);
run();
document.addEventListener('astro:page-load', run);
outboxEntries.listen(start);
// A draft stored on closing may be the first data on this device.
openView.listen((view) => view ?? run());
