import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';

import { refreshLegalAgreements, policySource } from '#lib/client/policies.ts';
import { legalAgreements } from '#lib/client/stores/legal-agreements.ts';
import type { PolicyKind } from '#lib/contract/policies.ts';

/** Where a document's PDF is: what was kept from an earlier visit at once, then what the server says. */
export function usePdfSource(kind: PolicyKind) {
  const source = policySource(useStore(legalAgreements), kind);
  const [status, setStatus] = useState<'waiting' | 'late' | 'answered'>('waiting');
  useEffect(() => {
    let isMounted = true;
    const load = async () => {
      const isLate = await refreshLegalAgreements();
      if (isMounted) setStatus(isLate ? 'late' : 'answered');
    };
    void load();
    return () => void (isMounted = false);
  }, []);
  return { source, status };
}
