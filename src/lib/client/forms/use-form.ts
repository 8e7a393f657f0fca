import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useEffect, useRef } from 'react';

import { errorMessage, fieldErrors, isSignedOut } from '#lib/client/http/api-error.ts';
import { queryClient } from '#lib/client/query/query-client.ts';
import { preloadToasts, type ToastArea } from '#lib/client/toasts/toasts.ts';

/** Why a form was not accepted. */
export interface FormError {
  /** empty when the fields say it all */
  message: string;
  fields: Record<string, string>;
  isSignedOut: boolean;
}

interface Options {
  /** reads and sends the form and does what follows; its errors are shown */
  send: (form: HTMLFormElement) => Promise<'navigating' | void>;
  /** where errors are shown besides in the form */
  area: ToastArea;
  toMessage?: (error: unknown) => string;
}

const PRELOAD_AFTER_MS = 1500;
const FIRST_ERROR = '[role=alert], [aria-invalid]';

/** A message that a field shows is not shown again above the fields. */
function toFormError(error: unknown, message: string): FormError {
  const fields = fieldErrors(error);
  const isInField = Object.keys(fields).length > 0;
  return { message: isInField ? '' : message, fields, isSignedOut: isSignedOut(error) };
}

/**
 * The state of a form. Input is never lost; after an error the focus moves to it.
 * @returns `form`, the properties of the element
 */
export function useForm({ send, area, toMessage = errorMessage }: Options) {
  const ref = useRef<HTMLFormElement>(null);
  const errorToast = { area, toMessage, isRepeated: true };
  const options = { mutationFn: send, meta: { errorToast } };
  const { mutate, data, error, ...state } = useMutation(options, queryClient());
  // The button stays busy until the next page is there.
  const isPending = state.isPending || data === 'navigating';

  useEffect(() => {
    const timer = setTimeout(preloadToasts, PRELOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (error) ref.current?.querySelector<HTMLElement>(FIRST_ERROR)?.focus();
  }, [error]);

  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isPending) mutate(event.currentTarget);
  };
  const failure = error ? toFormError(error, toMessage(error)) : undefined;
  return { failure, isPending, form: { ref, noValidate: true, onSubmit } };
}
