import styles from './Spinner.module.css';

/** A spinner in the text's colour. Screen readers skip it: say what is loading. */
export const Spinner = () => <span className={styles.spinner} aria-hidden="true" />;
