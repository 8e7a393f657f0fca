import { getViewerId } from '#lib/client/http/viewer-id.ts';

import { DELETED_ACCOUNT } from './deleted-account.ts';

// On the document, which the router keeps. If the form is rejected, no later page reads the entry.
document.addEventListener('submit', ({ target }) => {
  if (target instanceof Element && target.closest('[data-delete-account]'))
    sessionStorage.setItem(DELETED_ACCOUNT, getViewerId());
});
