import { useState } from 'react';

import { CallFailed } from '#lib/client/call-failed.ts';
import { hush, sayFailed } from '#lib/client/forum-toasts.ts';

/** Sends what a dialog holds. Whatever fails, what was written stays. */
export function useSend() {
  const [isPending, setIsPending] = useState(false);
  const [fields, setFields] = useState<Record<string, string>>({});

  const send = async (call: () => Promise<unknown>): Promise<boolean> => {
    setIsPending(true);
    setFields({});
    hush();
    try {
      await call();
      return true;
    } catch (error) {
      setFields(error instanceof CallFailed ? error.fields : {});
      sayFailed(error);
      return false;
    } finally {
      setIsPending(false);
    }
  };
  return { isPending, fields, setFields, send };
}
