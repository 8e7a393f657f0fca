import type { ListingCard } from '#lib/contract/exchange/listings/listing-search.ts';
import { SOCIAL_IMAGE, socialImageUrl } from '#lib/contract/images.ts';
import type { Resource } from '#lib/contract/library/resources.ts';
import { listingPath, resourcePath } from '#lib/contract/paths.ts';
import { topicName } from '#lib/messages/names/topic-names.ts';
import { currentLanguage, t } from '#lib/messages/t.ts';
import { tagline } from '#lib/messages/tagline.ts';
import { site } from '#lib/site.ts';

/** The image of a shared link. */
export interface Cover {
  /** its path */
  url: string;
  /** media type */
  type: string;
  /** pixels */
  width: number;
  height: number;
  alt: string;
}

/** The image of pages without one of their own. */
export const siteCover = (): Cover => ({
  url: '/cover.png',
  type: 'image/png',
  width: 1200,
  height: 630,
  alt: `${site.name}: ${tagline()}`,
});

/** The image of a shared link to a listing: its first photo, or the site's image. */
export const listingCover = ({
  picture,
  picture_alt: alt,
  title,
}: Pick<ListingCard, 'picture' | 'picture_alt' | 'title'>): Cover =>
  picture ? { ...SOCIAL_IMAGE, url: socialImageUrl(picture), alt: alt ?? title } : siteCover();

const CONTEXT = 'https://schema.org';

// About as much as search engines show.
const SUMMARY_LENGTH = 160;

/** The first sentences or words of a text, up to the length that search engines show. */
export function summarize(text: string): string {
  if (text.length <= SUMMARY_LENGTH) return text;
  const end = text.slice(0, SUMMARY_LENGTH).search(/[.!?]\s[^.!?]*$/);
  if (end > 0) return text.slice(0, end + 1);
  return `${text.slice(0, SUMMARY_LENGTH - 1).replace(/\s+\S*$/, '')}…`;
}

const publisher = (origin: string) => ({
  '@id': `${origin}/#organization`,
  '@type': 'Organization',
  name: site.name,
  url: `${origin}/`,
});

/**
 * The site's organization, for search engines (schema.org/Organization).
 * @param origin of the site
 */
export const organization = (origin: string) => ({
  '@context': CONTEXT,
  ...publisher(origin),
  logo: `${origin}/apple-touch-icon.png`,
  description: t('site.description', { site: site.name }),
  email: site.contactEmail,
  areaServed: site.region,
});

/** The site itself, for search engines (schema.org/WebSite). */
export const webSite = (origin: string) => ({
  '@context': CONTEXT,
  '@type': 'WebSite',
  name: site.name,
  url: `${origin}/`,
  inLanguage: currentLanguage(),
  publisher: { '@id': `${origin}/#organization` },
});

/** A list of pages, for search engines (schema.org/ItemList). */
export const itemList = (origin: string, items: { name: string; path: string }[]) => ({
  '@context': CONTEXT,
  '@type': 'ItemList',
  itemListElement: items.map(({ name, path }, at) => ({
    '@type': 'ListItem',
    position: at + 1,
    name,
    url: origin + path,
  })),
});

/**
 * The path to a page, for search engines (schema.org/BreadcrumbList).
 * @param steps name and path, from the page below Home
 */
export const breadcrumbs = (origin: string, steps: [name: string, path: string][]) => ({
  '@context': CONTEXT,
  '@type': 'BreadcrumbList',
  itemListElement: [[t('nav.home'), '/'], ...steps].map(([name, path], at) => ({
    '@type': 'ListItem',
    position: at + 1,
    name,
    item: `${origin}${path}`,
  })),
});

/** A resource, for search engines (schema.org/Article). */
export const article = (origin: string, resource: Resource, description: string) => ({
  '@context': CONTEXT,
  '@type': 'Article',
  headline: resource.title,
  description,
  image: [`${origin}${resource.cover_photo}`],
  datePublished: resource.published_date,
  timeRequired: `PT${resource.reading_minutes}M`,
  ...(resource.topics.length > 0 && { about: resource.topics.map(topicName) }),
  inLanguage: resource.language,
  isAccessibleForFree: true,
  mainEntityOfPage: origin + resourcePath(resource.id),
  author: publisher(origin),
  publisher: publisher(origin),
});

const CENTAVOS = 100;
const DIGITS = 2;

/** A listing's price; free is 0. */
function price({ terms, price_centavos: centavos, unit }: ListingCard['listing']) {
  if (terms !== 'free' && centavos === null) return {};
  const amount = ((centavos ?? 0) / CENTAVOS).toFixed(DIGITS);
  const eligibleQuantity = centavos !== null && { '@type': 'QuantitativeValue', unitText: unit };
  return { price: amount, priceCurrency: 'PHP', ...(eligibleQuantity && { eligibleQuantity }) };
}

/**
 * A listing, for search engines (schema.org/Offer, schema.org/Demand).
 * @param town name of the town
 */
export const listingOffer = (origin: string, card: ListingCard, town: string) => ({
  '@context': CONTEXT,
  '@type': card.listing.kind === 'need' ? 'Demand' : 'Offer',
  name: card.title,
  url: origin + listingPath(card.post_id),
  ...price(card.listing),
  availability: 'https://schema.org/InStock',
  availabilityEnds: card.listing.until,
  areaServed: town,
  itemOffered: {
    '@type': card.listing.kind === 'service' ? 'Service' : 'Product',
    name: card.title,
    ...(card.picture && { image: origin + card.picture }),
  },
});
