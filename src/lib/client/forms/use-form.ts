import { type SubmitEvent, useEffect, useRef, useState } from 'react';

import { ApiError, isSignedOut, errorMessage } from '#lib/client/http/api-error.ts';
import { hideToasts, preloadToasts, showToast, type ToastArea } from '#lib/client/toasts/toasts.ts';
import { useHydrated } from '#lib/client/use-hydrated.ts';

/** Why a form came to nothing. */
export interface FormError {
  /** empty when the fields say it all */
  message: string;
  fields: Record<string, string>;
  isSignedOut: boolean;
}

interface Options {
  /** reads the form, sends it and does what follows, maybe by leaving the page; whatever it throws is said */
  send: (form: HTMLFormElement) => Promise<'leaving' | void>;
  /** where a failure is said besides the form itself (spec 8) */
  area: ToastArea;
  /** what is said of what was thrown (spec 8); its message unless told */
  toMessage?: (thrown: unknown) => string;
}

const PRELOAD_AFTER_MS = 1500;
const FIRST_ERROR = '[role=alert], [aria-invalid]';

/** @returns what stands in the form; what a field says is not said again above it */
function toFormError(thrown: unknown, said: string): FormError {
  const fields = thrown instanceof ApiError ? thrown.fields : {};
  const message = Object.values(fields).includes(errorMessage(thrown)) ? '' : said;
  return { message, fields, isSignedOut: isSignedOut(thrown) };
}

/**
 * The state of a form. What was typed stays in it, whatever happens; after a failure the focus is on what is wrong.
 * @returns `form`, the properties of the element; `isReady` is false until it can be sent
 */
export function useForm({ send, area, toMessage = errorMessage }: Options) {
  const isReady = useHydrated();
  const [isPending, setIsPending] = useState(false);
  const [failure, setFailure] = useState<FormError>();
  const ref = useRef<HTMLFormElement>(null);

  useEffect(() => {
    const timer = setTimeout(preloadToasts, PRELOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  // Enter was pressed before there was a script to hear it (AuthScreen.astro).
  useEffect(() => {
    if (ref.current?.hasAttribute('data-asked')) ref.current.requestSubmit();
  }, []);
  useEffect(() => {
    if (failure) ref.current?.querySelector<HTMLElement>(FIRST_ERROR)?.focus();
  }, [failure]);

  const submit = async (form: HTMLFormElement) => {
    setIsPending(true);
    hideToasts(area);
    setFailure(undefined);
    try {
      setIsPending((await send(form)) === 'leaving');
    } catch (thrown) {
      const said = toMessage(thrown);
      setFailure(toFormError(thrown, said));
      setIsPending(false);
      if (said) showToast(area, 'error', said);
    }
  };
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isPending) void submit(event.currentTarget);
  };
  return { failure, isPending, isReady, form: { ref, noValidate: true, onSubmit } };
}
