import { useStore } from '@nanostores/react';
import { type FormEvent, useCallback, useEffect, useState } from 'react';
import { PasswordResponses } from 'react-pdf';

import { PasswordField } from '#islands/ui/form/PasswordField.tsx';
import { policySource, refreshLegalAgreements } from '#lib/client/people/policies.ts';
import { legalAgreements } from '#lib/client/stores/legal-agreements.ts';
import type { PolicyKind } from '#lib/contract/people/policies.ts';

import { PdfDocument } from './PdfDocument.tsx';
import { PdfError, PdfPlaceholder } from './PdfMessage.tsx';

import styles from './PdfViewer.module.css';

/** The URL of a document's PDF: the stored one first, then the server's. */
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

/** A locked PDF needs its password. */
interface PasswordRequest {
  submit: (password: string) => void;
  /** pdf.js: the first request, or again after a wrong password */
  reason: number;
}

interface PdfPasswordProps {
  request: PasswordRequest;
  onSubmit: () => void;
}

/** Asks for the password of a locked PDF. */
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
        label="Password"
        name="password"
        autoComplete="current-password"
        hint="Enter the password to open this PDF file."
        error={isWrong ? 'Invalid password. Please try again.' : undefined}
      />
      <button type="submit" className="button">
        Open
      </button>
    </form>
  );
}

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
