import { useId } from 'react';

import { Icon } from '#islands/ui/Icon.tsx';
import { ICONS } from '#islands/ui/icons.ts';
import type { Purpose } from '#lib/client/drafts/purpose.ts';
import { t } from '#lib/messages/t.ts';

import styles from './PurposeChoice.module.css';

const purposes = (): [Purpose, label: string, icon: keyof typeof ICONS][] => [
  ['have', t('compose.have'), 'sheaf'],
  ['need', t('compose.need'), 'search'],
  ['ask', t('compose.ask'), 'comment'],
];

interface Props {
  purpose: Purpose;
  onChoose: (purpose: Purpose) => void;
}

/** What a post is for: a listing on the exchange, or a plain post. */
export function PurposeChoice({ purpose, onChoose }: Props) {
  const name = useId();
  return (
    <fieldset className={styles.purposes} tabIndex={-1} data-purposes>
      <legend className="visually-hidden">{t('compose.about')}</legend>
      {purposes().map(([each, label, icon]) => (
        <label key={each}>
          <input
            type="radio"
            name={name}
            checked={each === purpose}
            onChange={() => onChoose(each)}
          />
          <Icon path={ICONS[icon]} size={26} />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
