import { useEffect, useRef, useState } from 'react';
import { Page } from 'react-pdf';

import styles from './PdfViewer.module.css';

/** The size of a page at scale 1, in CSS pixels. */
export interface PageSize {
  width: number;
  height: number;
}

interface Props {
  /** from 1 */
  number: number;
  size: PageSize;
  /** of the column, in CSS pixels */
  width: number;
}

const ROOT_MARGIN = '600px';

/** Whether an element has come near the viewport. */
function useIsNearViewport() {
  const ref = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element || isNear) return;
    const watcher = new IntersectionObserver(
      (seen) => setIsNear(seen.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: ROOT_MARGIN },
    );
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [isNear]);
  return { ref, isNear };
}

/** A page, rendered near the viewport at scale 1, or smaller in a narrow column. */
export function PdfPage({ number, size, width }: Props) {
  const { ref, isNear } = useIsNearViewport();
  const scale = Math.min(1, width / size.width);
  const measures = { width: size.width * scale, height: size.height * scale };
  return (
    <figure className={styles.page}>
      <div ref={ref} className={styles.paper} style={measures}>
        {isNear && <Page pageNumber={number} scale={scale} suspense={false} loading="" />}
      </div>
      <figcaption>Page {number}</figcaption>
    </figure>
  );
}
