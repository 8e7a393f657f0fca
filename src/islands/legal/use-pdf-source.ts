import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';

import { refreshLegalAgreements, sourceIn } from '#lib/client/policies.ts';
import { legalAgreements } from '#lib/client/stores/legal-agreements.ts';
import type { PolicyKind } from '#lib/contract/policies.ts';

/** Where a document's PDF is: what was kept from an earlier visit at once, then what the server says. */
export function useSource(kind: PolicyKind) {
  const source = sourceIn(useStore(legalAgreements), kind);
  const [asked, setAsked] = useState<'waiting' | 'late' | 'answered'>('waiting');
  useEffect(() => {
    let isHere = true;
    const ask = async () => {
      const isLate = await refreshLegalAgreements();
      if (isHere) setAsked(isLate ? 'late' : 'answered');
    };
    void ask();
    return () => void (isHere = false);
  }, []);
  return { source, asked };
}
