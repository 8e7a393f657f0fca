import { Icon } from '#islands/ui/Icon.tsx';
import { ICONS } from '#islands/ui/icons.ts';
import { type ListingDraft } from '#lib/client/drafts/listing-draft.ts';
import { EMPTY_LISTING } from '#lib/client/drafts/purpose.ts';
import { amountText, materialName } from '#lib/contract/exchange/listings/listing-choices.ts';
import {
  findListing,
  type FoundListing,
} from '#lib/contract/exchange/listings/listing-from-title.ts';
import { isMaterial } from '#lib/contract/exchange/materials/materials.ts';
import { t } from '#lib/messages/t.ts';

import styles from './NoticedListing.module.css';

const describe = ({ material, amount, unit }: FoundListing): string =>
  [amount && unit && amountText(amount, unit), isMaterial(material) && materialName(material)]
    .filter(Boolean)
    .join(', ');

interface Props {
  title: string;
  listing: ListingDraft | undefined;
  onAccept: (listing: ListingDraft) => void;
}

/** Offers to make a plain post a listing if its title describes one. */
export function NoticedListing({ title, listing = EMPTY_LISTING, onAccept }: Props) {
  const found = findListing(title);
  if (!found) return null;
  const accept = () => {
    const { amount, terms, ...stated } = found;
    onAccept({
      ...listing,
      ...stated,
      amount: String(amount),
      terms: terms ?? listing.terms,
    });
  };
  return (
    <button type="button" className={styles.noticed} onClick={accept}>
      <Icon path={ICONS.sheaf} />
      <span>
        {t('compose.put_on_exchange')}
        <small>{describe(found)}</small>
      </span>
    </button>
  );
}
