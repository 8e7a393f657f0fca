import type { ReactNode } from 'react';

import styles from './PdfViewer.module.css';

/** Shown while a page loads. */
export const PdfPlaceholder = () => (
  <output className={`${styles.sheet} ${styles.loading}`}>
    Loading PDF…
    <span className={styles.lines} />
  </output>
);

/** Shown instead of a page, with the reason. */
export const PdfError = ({ message, children }: { message: string; children?: ReactNode }) => (
  <div className={styles.sheet} role="alert">
    <p>{message}</p>
    {children}
  </div>
);
