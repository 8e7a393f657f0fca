import { useStore } from '@nanostores/react';
// oxlint-disable-next-line import/default -- Vite makes it: the address of the file
import worker from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import {
  type FormEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { Document, type DocumentProps, Page, PasswordResponses, pdfjs } from 'react-pdf';

import { PasswordField } from '#islands/ui/form/PasswordField.tsx';
import { policySource, refreshLegalAgreements } from '#lib/client/people/policies.ts';
import { legalAgreements } from '#lib/client/stores/legal-agreements.ts';
import type { PolicyKind } from '#lib/contract/people/policies.ts';
import { t } from '#lib/messages/t.ts';

import 'react-pdf/dist/Page/TextLayer.css';
import 'react-pdf/dist/Page/AnnotationLayer.css';
import styles from './PdfViewer.module.css';

/** The URL of a document’s PDF: the cached copy first, then the server’s. */
function usePdfSource(kind: PolicyKind) {
  const source = policySource(useStore(legalAgreements), kind);
  const [status, setStatus] = useState<'waiting' | 'late' | 'loaded'>('waiting');
  useEffect(() => {
    let isMounted = true;
    const load = async () => {
      const isLate = await refreshLegalAgreements();
      if (isMounted) setStatus(isLate ? 'late' : 'loaded');
    };
    void load();
    return () => void (isMounted = false);
  }, []);
  return { source, status };
}

interface PasswordRequest {
  submit: (password: string) => void;
  /** pdf.js: whether this is the first request, or one after a wrong password */
  reason: number;
}

interface PdfPasswordProps {
  request: PasswordRequest;
  onSubmit: () => void;
}

function PdfPassword({ request, onSubmit }: PdfPasswordProps) {
  const isWrong = request.reason === PasswordResponses.INCORRECT_PASSWORD;
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = new FormData(event.currentTarget).get('password');
    onSubmit();
    request.submit(typeof password === 'string' ? password : '');
  };
  return (
    <form className={styles.sheet} onSubmit={handleSubmit}>
      <PasswordField
        label={t('auth.password')}
        name="password"
        autoComplete="current-password"
        hint={t('legal.password_hint')}
        error={isWrong ? t('legal.password_wrong') : undefined}
      />
      <button type="submit" className="button">
        {t('legal.open')}
      </button>
    </form>
  );
}

interface Props {
  kind: PolicyKind;
  /** the URL of an unpublished PDF to show instead */
  draft?: string | undefined;
}

// Pages render again for a new width, but not while the width is changing.
const DEBOUNCE_MS = 200;

/** The width of an element in whole CSS pixels, 0 before it is measured. */
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

interface PdfDocumentProps {
  source: string;
  /** shown until the PDF is open */
  placeholder: ReactNode;
  onPassword: NonNullable<DocumentProps['onPassword']>;
}

type Loaded = Parameters<NonNullable<DocumentProps['onLoadSuccess']>>[0];

const PdfPlaceholder = () => (
  <output className={`${styles.sheet} ${styles.loading}`}>
    {t('legal.loading')}
    <span className={styles.lines} />
  </output>
);

const PdfError = ({ message }: { message: string }) => (
  <div className={styles.sheet}>
    <p role="alert">{message}</p>
    <button type="button" className="button quiet" onClick={() => location.reload()}>
      {t('notice.try_again')}
    </button>
  </div>
);

/** The pages of a PDF, below each other. */
function PdfDocument({ source, placeholder, onPassword }: PdfDocumentProps) {
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
        noData={t('legal.no_file')}
        error={<PdfError message={t('legal.failed')} />}
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

/** A legal document, page by page; nothing when there is no PDF. */
export function PdfViewer({ kind, draft }: Props) {
  const published = usePdfSource(kind);
  const { status } = published;
  const source = draft ?? published.source;
  const [password, setPassword] = useState<PasswordRequest | null>(null);
  const requestPassword = useCallback(
    (submit: (password: string) => void, reason: number) => setPassword({ submit, reason }),
    [],
  );
  if (!source && status === 'waiting') return <PdfPlaceholder />;
  if (!source) return status === 'late' ? <PdfError message={t('legal.slow')} /> : null;
  const placeholder = password ? (
    <PdfPassword request={password} onSubmit={() => setPassword(null)} />
  ) : (
    <PdfPlaceholder />
  );
  return (
    <PdfDocument
      key={source}
      source={source}
      placeholder={placeholder}
      onPassword={requestPassword}
    />
  );
}

/** The size of a page at scale 1, in CSS pixels. */
interface PageSize {
  width: number;
  height: number;
}

interface PdfPageProps {
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

/** A page, rendered only near the viewport, at scale 1 or smaller in a narrow column. */
function PdfPage({ number, size, width }: PdfPageProps) {
  const { ref, isNear } = useIsNearViewport();
  const scale = Math.min(1, width / size.width);
  const measures = { width: size.width * scale, height: size.height * scale };
  return (
    <figure className={styles.page}>
      <div ref={ref} className={styles.paper} style={measures}>
        {isNear && <Page pageNumber={number} scale={scale} suspense={false} loading="" />}
      </div>
      <figcaption>{t('legal.page', { number })}</figcaption>
    </figure>
  );
}
