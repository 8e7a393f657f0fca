import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useEffect, useRef } from 'react';

import {
  errorMessage,
  fieldErrors,
  isInField,
  isServerError,
  isSignedOut,
} from '#lib/client/http/api-error.ts';
import { queryClient } from '#lib/client/query/query-client.ts';
import { toastError } from '#lib/client/toasts/forum-toasts.ts';
import type { ToastArea } from '#lib/client/toasts/toast-options.ts';
import { hideToasts, preloadToasts } from '#lib/client/toasts/toasts.ts';

/** Why a form was not accepted. */
export interface FormError {
  /** empty when every error belongs to a field */
  message: string;
  fields: Record<string, string>;
  isSignedOut: boolean;
  /** a toast shows the message first, and the form once the toast has closed */
  isToasted: boolean;
}

interface Options {
  /** reads and sends the form, then does what follows; the form shows its errors */
  send: (form: HTMLFormElement) => Promise<'navigating' | void>;
  /** the toast area for errors of the server; by default the form shows them */
  area?: ToastArea;
  toMessage?: (error: unknown) => string;
  /** the messages of fields; by default the server's */
  toFields?: (error: unknown) => Record<string, string>;
}

const PRELOAD_AFTER_MS = 1500;
const FIRST_ERROR = '[role=alert], [aria-invalid]';

/** A message that a field shows is not repeated above the fields. */
function toFormError(
  error: unknown,
  { message, fields, isToasted }: Omit<FormError, 'isSignedOut'>,
): FormError {
  return {
    message: isInField(error) ? '' : message,
    fields,
    isSignedOut: isSignedOut(error),
    isToasted,
  };
}

/** Shows the server's errors in a toast area. Messages that describe a field are not announced again. */
function toastsOf({ area, toMessage }: Options) {
  if (!area) return {};
  return {
    onMutate: () => hideToasts(area),
    onError: (error: unknown) => {
      if (isServerError(error))
        toastError(error, { area, toMessage, isRepeated: isInField(error) });
    },
  };
}

/**
 * The state of a form. Input is never lost; after an error the focus moves to it.
 * @returns also `form`, the props of the element
 */
export function useForm(options: Options) {
  const { send, area, toMessage = errorMessage, toFields = fieldErrors } = options;
  const ref = useRef<HTMLFormElement>(null);
  const mutation = useMutation({ mutationFn: send, ...toastsOf(options) }, queryClient());
  const { mutate, data, error, ...state } = mutation;
  // The button stays busy until the next page has loaded.
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
  const isToasted = area !== undefined && isServerError(error);
  const failure = error
    ? toFormError(error, { message: toMessage(error), fields: toFields(error), isToasted })
    : undefined;
  const form = { ref, noValidate: true, onSubmit, 'data-toasted': isToasted || undefined };
  return { failure, isPending, form };
}
