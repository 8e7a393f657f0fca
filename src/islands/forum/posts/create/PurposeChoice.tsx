import { type ComponentProps, startTransition, useId, useOptimistic } from 'react';

import { Icon } from '#islands/ui/Icon.tsx';
import { ICONS } from '#islands/ui/icons.ts';
import type { Purpose } from '#lib/client/drafts/purpose.ts';
import { t } from '#lib/messages/t.ts';

import styles from './PurposeChoice.module.css';

// Not in `icons.ts`, as only this dialog uses the icon.
const TRUCK =
  'M2 6h12v11H2zM14 10h4.5L22 13.5V17h-8zM4.5 18a2 2 0 1 0 4 0 2 2 0 1 0-4 0M15.5 18a2 2 0 1 0 4 0 2 2 0 1 0-4 0';

const purposes = (): [Purpose, label: string, icon: ComponentProps<typeof Icon>['path']][] => [
  ['have', t('compose.have'), ICONS.sheaf],
  ['need', t('compose.need'), ICONS.search],
  ['serve', t('compose.serve'), TRUCK],
  ['ask', t('compose.ask'), ICONS.comment],
];

interface Props {
  purpose: Purpose;
  onChoose: (purpose: Purpose) => void;
}

/** What a post is for: a listing on the exchange, or a plain post. */
export function PurposeChoice({ purpose, onChoose }: Props) {
  const name = useId();
  // The press shows at once, and the many fields that follow from it a moment later.
  const [shown, show] = useOptimistic(purpose);
  const choose = (chosen: Purpose) =>
    startTransition(() => {
      show(chosen);
      onChoose(chosen);
    });
  return (
    <fieldset className={styles.purposes} tabIndex={-1} data-purposes>
      <legend className="visually-hidden">{t('compose.about')}</legend>
      {purposes().map(([each, label, icon]) => (
        <label key={each}>
          <input type="radio" name={name} checked={each === shown} onChange={() => choose(each)} />
          <Icon path={icon} size={24} />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
