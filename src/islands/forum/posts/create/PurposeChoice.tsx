import { useId } from 'react';

import { Icon } from '#islands/ui/Icon.tsx';
import { ICONS } from '#islands/ui/icons.ts';
import type { Purpose } from '#lib/client/drafts/purpose.ts';

import styles from './PurposeChoice.module.css';

const PURPOSES: [Purpose, label: string, icon: keyof typeof ICONS][] = [
  ['have', 'I have something', 'sheaf'],
  ['need', 'I need something or a service', 'search'],
  ['ask', 'I want to ask or tell', 'comment'],
];

interface Props {
  purpose: Purpose;
  onChoose: (purpose: Purpose) => void;
}

/** What a post is for: something that the exchange lists, or words. */
export function PurposeChoice({ purpose, onChoose }: Props) {
  const name = useId();
  return (
    <fieldset className={styles.purposes} tabIndex={-1} data-purposes>
      <legend className="visually-hidden">What is it about?</legend>
      {PURPOSES.map(([each, label, icon]) => (
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
