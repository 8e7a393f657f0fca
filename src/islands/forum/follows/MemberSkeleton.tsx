import styles from './MemberSkeleton.module.css';

/** Reserves the space of a member in a list. */
export const MemberSkeleton = () => (
  <div className={styles.skeleton} aria-hidden="true">
    <i />
    <i />
  </div>
);
