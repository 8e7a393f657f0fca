import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';

import { refreshLegalAgreements, policySource } from '#lib/client/policies.ts';
import { legalAgreements } from '#lib/client/stores/legal-agreements.ts';
import type { PolicyKind } from '#lib/contract/policies.ts';

/** The URL of a document's PDF: the stored one first, then the server's. */
export function usePdfSource(kind: PolicyKind) {
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
