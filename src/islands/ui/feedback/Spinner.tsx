import styles from './Spinner.module.css';

/** A spinner in the text’s color. Screen readers skip it: say what is loading. */
export const Spinner = () => <span className={styles.spinner} aria-hidden="true" />;
