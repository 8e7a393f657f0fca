import { imageProps } from '#islands/ui/media/image-props.ts';
import { type ListingDraft, toListingInput } from '#lib/client/drafts/listing-draft.ts';
import { addDays } from '#lib/contract/days.ts';
import { amountText, townName } from '#lib/contract/exchange/listings/listing-choices.ts';
import { lastDaysOf } from '#lib/contract/exchange/listings/listing-states.ts';
import { capitalize, conditionOf, termsOf } from '#lib/contract/exchange/listings/listing-texts.ts';
import { IMAGE_WIDTHS } from '#lib/contract/images.ts';
import { formatWeekday } from '#lib/messages/format-weekday.ts';
import { t } from '#lib/messages/t.ts';

import styles from './ListingPreview.module.css';

const join = (texts: (string | null | undefined)[]): string =>
  capitalize(texts.filter(Boolean).join(' · '));

interface Props {
  listing: ListingDraft;
  title: string;
  /** URL of the first photo */
  picture: string | undefined;
  /** today in the site’s region */
  today: string;
}

/** The card of the listing as others will see it. */
export default function ListingPreview({ listing, title, picture, today }: Props) {
  const { amount, price_centavos, ...stated } = toListingInput(listing);
  const { unit, terms, until, town } = stated;
  const price = typeof price_centavos === 'number' ? price_centavos : null;
  const count = typeof amount === 'number' && unit !== null ? amountText(amount, unit) : null;
  const last = until ?? addDays(today, lastDaysOf(listing).default);
  return (
    <figure className={styles.preview}>
      {picture ? <img {...imageProps(picture, IMAGE_WIDTHS)} sizes="5rem" alt="" /> : <span />}
      <figcaption>
        <small>{t('compose.card')}</small>
        <b>{title || t('listing.new')}</b>
        <span>
          {join([count, conditionOf(stated), termsOf({ terms, unit, price_centavos: price })])}
        </span>
        <span>{join([townName(town), t('listing.until_day', { day: formatWeekday(last) })])}</span>
      </figcaption>
    </figure>
  );
}
