import { useCallback, useState } from 'react';

import type { PolicyKind } from '#lib/contract/policies.ts';

import { Pdf } from './PdfDocument.tsx';
import { Broken, Sheet } from './PdfMessage.tsx';
import { Password, type PasswordAsked } from './PdfPassword.tsx';
import { useSource } from './use-pdf-source.ts';

const LATE = 'The document could not be found within 5 seconds. Please load the page again.';

/** A legal document page by page (spec 2): a sheet while it loads, nothing when there is no file. */
export function Viewer({ kind }: { kind: PolicyKind }) {
  const { source, asked } = useSource(kind);
  const [password, setPassword] = useState<PasswordAsked | null>(null);
  const ask = useCallback(
    (answer: (password: string) => void, reason: number) => setPassword({ answer, reason }),
    [],
  );
  if (!source && asked === 'waiting') return <Sheet />;
  if (!source) return asked === 'late' ? <Broken says={LATE} /> : null;
  const waiting = password ? (
    <Password asked={password} onAnswer={() => setPassword(null)} />
  ) : (
    <Sheet />
  );
  return <Pdf key={source} source={source} waiting={waiting} onPassword={ask} />;
}
