import { DELETED_ACCOUNT } from './deleted-account.ts';

const accountId = sessionStorage.getItem(DELETED_ACCOUNT);
if (accountId)
  void import('./wipe-deleted-account.ts').then(({ wipeDeletedAccount }) =>
    wipeDeletedAccount(accountId),
  );
