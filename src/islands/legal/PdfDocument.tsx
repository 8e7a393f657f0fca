import 'react-pdf/dist/Page/TextLayer.css';
import 'react-pdf/dist/Page/AnnotationLayer.css';
// oxlint-disable-next-line import/default -- Vite makes it: the address of the file
import worker from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Document, type DocumentProps, pdfjs } from 'react-pdf';

import { PdfError } from './PdfMessage.tsx';
import { type PageSize, PdfPage } from './PdfPage.tsx';

import styles from './PdfViewer.module.css';

// Pages are rendered again for another width, but not while it changes.
const DEBOUNCE_MS = 200;

/** The width of an element in whole CSS pixels, 0 before it is known. */
function useWidth(ref: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => setWidth(Math.floor(element.clientWidth));
    let timer: ReturnType<typeof setTimeout> | undefined;
    const watcher = new ResizeObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(measure, DEBOUNCE_MS);
    });
    measure();
    watcher.observe(element);
    return () => {
      clearTimeout(timer);
      watcher.disconnect();
    };
  }, [ref]);
  return width;
}

pdfjs.GlobalWorkerOptions.workerSrc = worker;

interface Props {
  source: string;
  /** shown until the PDF is open */
  placeholder: ReactNode;
  onPassword: NonNullable<DocumentProps['onPassword']>;
}

type Loaded = Parameters<NonNullable<DocumentProps['onLoadSuccess']>>[0];

/** The pages of a PDF, one below the other. */
export function PdfDocument({ source, placeholder, onPassword }: Props) {
  const ref = useRef<HTMLDivElement>(null);
  const width = useWidth(ref);
  const [sizes, setSizes] = useState<PageSize[]>([]);
  const readPageSizes = async (pdf: Loaded) => {
    const pages = Array.from({ length: pdf.numPages }, (_, at) => pdf.getPage(at + 1));
    const viewports = (await Promise.all(pages)).map((page) => page.getViewport({ scale: 1 }));
    setSizes(viewports.map(({ width: wide, height }) => ({ width: wide, height })));
  };
  return (
    <div ref={ref}>
      {/* With suspense, `onPassword` is never called and a missing file shows nothing. */}
      <Document
        file={source}
        suspense={false}
        className={styles.pages ?? ''}
        loading={<>{placeholder}</>}
        noData="No PDF file specified."
        error={<PdfError message="Failed to load PDF file." />}
        externalLinkRel="noopener"
        onPassword={onPassword}
        onLoadSuccess={(pdf) => void readPageSizes(pdf)}
      >
        {width > 0 &&
          sizes.map((size, at) => (
            <PdfPage key={`${source} ${at + 1}`} number={at + 1} size={size} width={width} />
          ))}
      </Document>
    </div>
  );
}
