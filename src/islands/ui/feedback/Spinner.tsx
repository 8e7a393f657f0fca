import styles from './Spinner.module.css';

/** A turning ring in the colour of the text around it. It says nothing to a screen reader: say what is awaited. */
export const Spinner = () => <span className={styles.spinner} aria-hidden="true" />;
