import type { PushOfferPlace } from '#lib/client/notifications/push-offer.ts';
import { onPageLoad } from '#lib/client/page/on-page-load.ts';

/** Offers to show notifications here, on the pages that follow what they are about. */
async function showOffers(): Promise<void> {
  for (const { dataset } of document.querySelectorAll<HTMLElement>('[data-push-offer]')) {
    // Loaded where there is an offer.
    const { offerPush } = await import('#lib/client/notifications/push-offer.ts');
    await offerPush(dataset['pushOffer'] as PushOfferPlace);
  }
}

onPageLoad(() => void showOffers().catch(() => null));
