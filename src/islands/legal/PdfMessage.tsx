import type { ReactNode } from 'react';

import styles from './PdfViewer.module.css';

/** A sheet where a page will be. */
export const PdfPlaceholder = () => (
  <output className={`${styles.sheet} ${styles.loading}`}>
    Loading PDF…
    <span className={styles.lines} />
  </output>
);

/** A sheet where there will be no page (spec 2, the empty block); it says why. */
export const PdfError = ({ message, children }: { message: string; children?: ReactNode }) => (
  <div className={styles.sheet} role="alert">
    <p>{message}</p>
    {children}
  </div>
);
