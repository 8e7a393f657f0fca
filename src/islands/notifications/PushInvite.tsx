import { useEffect, useState } from 'react';

import { getPushState, pushErrorSentence, turnPushOn } from '#lib/client/notifications/push.ts';
import { deviceNoun } from '#lib/contract/notifications/device-noun.ts';
import { NOTIFICATION_SETTINGS_PATH } from '#lib/contract/paths.ts';
import { t } from '#lib/messages/t.ts';

import styles from './Notifications.module.css';

/** Offers to show the notifications on this device, where that is possible and not yet on. */
export function PushInvite() {
  const device = deviceNoun(navigator.userAgent);
  const [state, setState] = useState('unknown');
  const [failure, setFailure] = useState('');
  useEffect(() => void getPushState().then(setState, () => null), []);
  const accept = () => {
    setState('busy');
    turnPushOn().then(
      () => setState('done'),
      (error: unknown) => {
        setFailure(pushErrorSentence(error));
        setState('off');
      },
    );
  };
  if (state === 'done')
    return <output className={styles.invite}>{t('push.offer_done', { device })}</output>;
  if (state === 'install')
    return (
      <p className={styles.invite}>
        <a className="link" href={`${NOTIFICATION_SETTINGS_PATH}#devices`}>
          {t('push.tell_me', { device })}
        </a>
      </p>
    );
  if (state !== 'off' && state !== 'busy') return null;
  return (
    <div className={styles.invite}>
      <button type="button" className="link" aria-busy={state === 'busy'} onClick={accept}>
        {t('push.tell_me', { device })}
      </button>
      {failure && <p role="alert">{failure}</p>}
    </div>
  );
}
