import styles from './PdfViewer.module.css';

/** Shown while a page loads. */
export const PdfPlaceholder = () => (
  <output className={`${styles.sheet} ${styles.loading}`}>
    Loading PDF…
    <span className={styles.lines} />
  </output>
);

/** Shown instead of the pages, with the reason. */
export const PdfError = ({ message }: { message: string }) => (
  <div className={styles.sheet}>
    <p role="alert">{message}</p>
    <button type="button" className="button quiet" onClick={() => location.reload()}>
      Try again
    </button>
  </div>
);
