import styles from './PostSkeleton.module.css';

/** Reserves the space of a post that is loading. */
export const PostSkeleton = () => (
  <div className={styles.skeleton} aria-hidden="true">
    <div className={styles.author}>
      <i className={styles.avatar} />
      <i className={styles.name} />
      <i className={styles.since} />
    </div>
    <i className={styles.title} />
    <i className={styles.line} />
    <i className={styles.line} />
    <i className={styles.picture} />
    <div className={styles.acts} />
  </div>
);
