import { getViewerId } from '#lib/client/http/viewer-id.ts';

import { DELETED_ACCOUNT } from './deleted-account.ts';

// On the document, which remains when the router swaps pages. A rejected form leads to no page that reads it.
document.addEventListener('submit', ({ target }) => {
  if (target instanceof Element && target.closest('[data-delete-account]'))
    sessionStorage.setItem(DELETED_ACCOUNT, getViewerId());
});
