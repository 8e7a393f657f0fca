import { Avatar } from '#islands/ui/media/Avatar.tsx';
import type { FoundAccount } from '#lib/contract/forum/search.ts';
import { memberPath } from '#lib/contract/paths.ts';

import styles from './AccountResult.module.css';

/** A member that a search found. */
export function AccountResult({ account }: { account: FoundAccount }) {
  const { accountId, name, profilePicture, accountType } = account;
  return (
    <article id={accountId} className={styles.card}>
      <Avatar name={name} picture={profilePicture} />
      <div className={styles.text}>
        <h2>{name}</h2>
        <p>{accountType}</p>
      </div>
      <a className="button quiet" href={memberPath(accountId)} aria-label={`Visit ${name}`}>
        Visit
      </a>
    </article>
  );
}
