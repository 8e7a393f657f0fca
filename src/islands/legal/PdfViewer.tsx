import { useCallback, useState } from 'react';

import type { PolicyKind } from '#lib/contract/policies.ts';

import { PdfDocument } from './PdfDocument.tsx';
import { PdfError, PdfPlaceholder } from './PdfMessage.tsx';
import { PdfPassword, type PasswordRequest } from './PdfPassword.tsx';
import { usePdfSource } from './use-pdf-source.ts';

const TIMEOUT_MESSAGE = 'The document is taking too long to load. Please reload the page.';

interface Props {
  kind: PolicyKind;
  /** the URL of a PDF that is not published yet, to be shown instead */
  draft?: string | undefined;
}

/** A legal document page by page; nothing when there is no file. */
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
  if (!source) return status === 'late' ? <PdfError message={TIMEOUT_MESSAGE} /> : null;
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
