import 'react-pdf/dist/Page/TextLayer.css';
import 'react-pdf/dist/Page/AnnotationLayer.css';
// oxlint-disable-next-line import/default -- Vite makes it: the address of the file
import worker from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { type ReactNode, useRef, useState } from 'react';
import { Document, type DocumentProps, pdfjs } from 'react-pdf';

import { PdfError } from './PdfMessage.tsx';
import { type PageSize, PdfPage } from './PdfPage.tsx';
import { useWidth } from './use-width.ts';

import styles from './PdfViewer.module.css';

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
