import { type SubmitEvent, useEffect, useState } from 'react';
import * as z from 'zod/mini';

import { CallFailed, messageOf } from '#lib/client/call-failed.ts';
import { login } from '#lib/client/session.ts';
import { prepareToasts, showToast } from '#lib/client/toasts.ts';
import { useHydrated } from '#lib/client/use-hydrated.ts';
import { Credentials, safeRedirect } from '#lib/contract/auth.ts';

/** Why a try to sign in came to nothing. */
interface Failure {
  /** empty when the fields say it all */
  message: string;
  fields: Record<string, string>;
}

const PREPARE_AFTER_MS = 1500;

/** Checks what was typed before it is sent anywhere. */
function read(form: HTMLFormElement): Credentials {
  const { success, data, error } = z.safeParse(Credentials, Object.fromEntries(new FormData(form)));
  if (success) return data;
  const fields: Record<string, string> = {};
  for (const { path, message } of error.issues) fields[String(path[0])] ??= message;
  throw new CallFailed('', { code: 'invalid', status: 0, fields });
}

const toFailure = (thrown: unknown): Failure => ({
  message: messageOf(thrown),
  fields: thrown instanceof CallFailed ? thrown.fields : {},
});

// A whole page load, so that nothing of the guest's page remains, and Back does not lead to it again.
const goOn = () =>
  location.replace(safeRedirect(new URLSearchParams(location.search).get('redirect')));

/** The state of the sign-in form. What was typed stays in it, whatever happens. */
export function useLogin() {
  const isReady = useHydrated();
  const [isPending, setIsPending] = useState(false);
  const [failure, setFailure] = useState<Failure>();

  useEffect(() => {
    const timer = setTimeout(prepareToasts, PREPARE_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);

  const enter = async (form: HTMLFormElement) => {
    setIsPending(true);
    setFailure(undefined);
    try {
      await login(read(form));
      goOn();
    } catch (thrown) {
      const failed = toFailure(thrown);
      setFailure(failed);
      setIsPending(false);
      if (failed.message) showToast('LoginToast', 'error', failed.message).catch(() => null);
    }
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isPending) void enter(event.currentTarget);
  };
  return { failure, isPending, isReady, submit };
}
