import { useState } from 'react';

import { CallFailed, isSignedOut, messageOf } from '#lib/client/call-failed.ts';
import { hush, sayFailed } from '#lib/client/forum-toasts.ts';

/** Sends what a dialog holds. Whatever fails, what was written stays. */
export function useSend() {
  const [isPending, setIsPending] = useState(false);
  const [fields, setFields] = useState<Record<string, string>>({});
  /** what is said besides the toast: where to sign in again */
  const [ended, setEnded] = useState('');

  const send = async (call: () => Promise<unknown>): Promise<boolean> => {
    setIsPending(true);
    setFields({});
    setEnded('');
    hush();
    try {
      await call();
      return true;
    } catch (error) {
      setFields(error instanceof CallFailed ? error.fields : {});
      setEnded(isSignedOut(error) ? messageOf(error) : '');
      sayFailed(error);
      return false;
    } finally {
      setIsPending(false);
    }
  };
  return { isPending, fields, setFields, ended, send };
}
