import { AmountFields } from './AmountFields.tsx';
import type { ListingFieldsProps } from './ListingFields.tsx';
import { OptionField } from './OptionField.tsx';
import { PickUpFields } from './PickUpFields.tsx';
import { TermsFields } from './TermsFields.tsx';

import styles from './ListingFields.module.css';

const CONDITIONS = { dry: 'Dry', damp: 'Damp', wet: 'Wet', fresh: 'Fresh' };

/** What a listing may state besides. */
export const MoreListingFields = (props: ListingFieldsProps) => (
  <details className={styles.more}>
    <summary>How much, condition, price and more</summary>
    <div className={styles.fields}>
      <AmountFields {...props} />
      <OptionField
        label="Condition"
        names={CONDITIONS}
        value={props.listing.condition}
        error={props.errors['listing.condition']}
        onSelect={(condition) => props.onChange({ condition })}
      />
      <TermsFields {...props} />
      <PickUpFields {...props} />
    </div>
  </details>
);
