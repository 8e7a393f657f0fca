import { useStore } from '@nanostores/react';

import { getViewerId } from '#lib/client/http/viewer-id.ts';
import { mountIsland } from '#lib/client/mount-island.ts';
import { sendNow } from '#lib/client/outbox/flush-outbox.ts';
import { isWaiting, type OutboxEntry } from '#lib/client/outbox/outbox-rules.ts';
import { hasSessionEnded } from '#lib/client/stores/login.ts';
import { outboxEntries } from '#lib/client/stores/outbox.ts';
import { toastError } from '#lib/client/toasts/error-toast.ts';
import { signInPath } from '#lib/contract/redirects.ts';

import { type EditEntry, OutboxItem } from './OutboxItem.tsx';
import { UnfinishedPost, useUnfinishedPost } from './UnfinishedPost.tsx';

import styles from './Outbox.module.css';

const FEEDS = new Set(['/forums/explore', '/forums/my-discussions']);

interface Props {
  accountId: string;
  onEdit: EditEntry;
}

/** How many entries wait, and for what. */
function Status({ entries }: { entries: OutboxEntry[] }) {
  const isSignedOut = useStore(hasSessionEnded, { ssr: 'initial' });
  const waiting = entries.filter(isWaiting).length;
  if (waiting === 0) return <output>Not sent</output>;
  return (
    <>
      <output>
        <b>{waiting} waiting</b>{' '}
        {isSignedOut ? 'Log in to send it.' : 'We’ll send it when you’re back online.'}
      </output>
      {isSignedOut ? (
        <a className="button" href={signInPath(location.pathname + location.search)}>
          Login
        </a>
      ) : (
        <button
          type="button"
          className="button quiet"
          onClick={() => void sendNow().catch(toastError)}
        >
          Send now
        </button>
      )}
    </>
  );
}

/** What a member has not sent yet: the entries of the outbox and, above a feed, an unfinished post. */
function Outbox({ accountId, onEdit }: Props) {
  const entries = useStore(outboxEntries, { ssr: 'initial' });
  const { unfinished, refresh } = useUnfinishedPost(accountId);
  return (
    <>
      {unfinished && FEEDS.has(location.pathname) && (
        <UnfinishedPost accountId={accountId} draft={unfinished} onDiscard={() => void refresh()} />
      )}
      {entries.length > 0 && (
        <section className={styles.panel} aria-label="Waiting to be sent">
          <Status entries={entries} />
          <ul className={styles.entries}>
            {entries.map((entry) => (
              <OutboxItem
                key={entry.id}
                entry={entry}
                hasUnfinishedPost={unfinished !== null}
                onEdit={onEdit}
              />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

let mounted: { host: Element; unmount: () => void } | undefined;

/** Shows what the member of this page has not sent. */
export function mountOutbox(host: Element, onEdit: EditEntry): void {
  if (mounted?.host === host) return;
  mounted?.unmount();
  const outbox = <Outbox accountId={getViewerId()} onEdit={onEdit} />;
  mounted = { host, unmount: mountIsland(host, outbox) };
}
