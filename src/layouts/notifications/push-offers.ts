import type { PushOfferPlace } from '#lib/client/notifications/push-offer.ts';
import { onPageLoad } from '#lib/client/page/on-page-load.ts';

/** Shows the page's offers of push notifications. */
async function showOffers(): Promise<void> {
  for (const { dataset } of document.querySelectorAll<HTMLElement>('[data-push-offer]')) {
    // Most pages have no offer.
    const { offerPush } = await import('#lib/client/notifications/push-offer.ts');
    await offerPush(dataset['pushOffer'] as PushOfferPlace);
  }
}

onPageLoad(() => void showOffers().catch(() => null));
