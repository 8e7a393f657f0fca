import { type ComponentProps, useRef, useState } from 'react';

import { formatDate } from '#islands/ui/format/format-date.ts';
import { formatRelativeTime } from '#islands/ui/format/relative-time.ts';
import { sessionsQuery } from '#lib/client/people/sessions.ts';
import { useServerQuery } from '#lib/client/query/use-server-query.ts';
import { accountErrorToast, toastError } from '#lib/client/toasts/forum-toasts.ts';
import { useNow } from '#lib/client/use-clock.ts';
import type { Session, SessionList } from '#lib/contract/people/sign-in/sessions.ts';
import { t } from '#lib/messages/t.ts';

import type { EndSession } from './EndSession.tsx';

import styles from './Sessions.module.css';
import settings from './Settings.module.css';

/** When a session was last active, in lower case. */
const lastSeen = (at: string, now: number) =>
  formatRelativeTime(at, now).replace(/^[JY]/, (first) => first.toLowerCase());

interface RowProps {
  session: Session;
  now: number;
  onEnd: () => void;
}

function SessionRow({ session, now, onEnd }: RowProps) {
  const { device, current, last_seen, signed_in_at } = session;
  return (
    <li>
      <p>
        <b>{device}</b>
        <span>
          {current ? (
            <em>{t('session.this')}</em>
          ) : (
            t('session.last_active', { when: lastSeen(last_seen, now) })
          )}
        </span>
        <span>{t('session.since', { day: formatDate(signed_in_at) })}</span>
      </p>
      <button
        type="button"
        className="button quiet"
        aria-label={current ? t('session.log_out_this') : t('session.log_out_one', { device })}
        {...(current ? { 'data-logout': true } : { onClick: onEnd })}
      >
        {t('shell.log_out')}
      </button>
    </li>
  );
}

/** The session to end, and its confirmation dialog, which loads on first use. */
interface Question {
  session: ComponentProps<typeof EndSession>['session'];
  Dialog: typeof EndSession;
}

export function Sessions({ initial, fetchedAt }: { initial: SessionList; fetchedAt: number }) {
  const { data } = useServerQuery(sessionsQuery, initial, fetchedAt);
  const now = useNow(fetchedAt);
  const heading = useRef<HTMLHeadingElement>(null);
  const [open, setOpen] = useState<Question | null>(null);
  const ask = (session: Question['session']) =>
    void import('./EndSession.tsx')
      .then(({ EndSession: Dialog }) => setOpen({ session, Dialog }))
      .catch((error: unknown) => toastError(error, accountErrorToast));
  const { sessions } = data;
  return (
    <section className={settings.settings} aria-labelledby="devices">
      <h2 id="devices" ref={heading} tabIndex={-1}>
        {t('session.heading')}
      </h2>
      <ul className={styles.devices}>
        {sessions.map((session) => (
          <SessionRow
            key={session.session_id}
            session={session}
            now={now}
            onEnd={() => ask(session)}
          />
        ))}
      </ul>
      {sessions.length > 1 && (
        <div className={styles.others}>
          <button type="button" className="button quiet" onClick={() => ask('others')}>
            {t('session.log_out_others')}
          </button>
        </div>
      )}
      {open && (
        <open.Dialog session={open.session} heading={heading} onClose={() => setOpen(null)} />
      )}
    </section>
  );
}
