import { fromErrorResponse, offlineError, timeoutError } from './api-error.ts';
import {
  addCsrfToken,
  addViewerId,
  dataOf,
  isCsrfTokenRejected,
  toRequestError,
} from './request.ts';
import type { Parser } from './response-shape.ts';

const TIMEOUT_MS = 5 * 60_000;

interface UploadOptions {
  /** POST by default */
  method?: 'post' | 'put';
  headers?: Record<string, string>;
  /** called with the share that was sent, 0 to 1 */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
}

function toResponse(xhr: XMLHttpRequest): Response {
  const headers = new Headers();
  const retryAfter = xhr.getResponseHeader('retry-after');
  if (retryAfter) headers.set('retry-after', retryAfter);
  return new Response(xhr.responseText, { status: xhr.status, headers });
}

function send(path: string, form: FormData, headers: Headers, options: UploadOptions) {
  const { method = 'post', onProgress, signal } = options;
  return new Promise<Response>((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    xhr.open(method, `/api/${path}`);
    xhr.timeout = TIMEOUT_MS;
    for (const [name, value] of headers) xhr.setRequestHeader(name, value);
    xhr.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress?.(total ? loaded / total : 0),
    );
    xhr.addEventListener('load', () => resolve(toResponse(xhr)));
    xhr.addEventListener('error', () => reject(offlineError()));
    xhr.addEventListener('timeout', () => reject(timeoutError()));
    xhr.addEventListener('abort', () => reject(new DOMException('Aborted.', 'AbortError')));
    signal?.addEventListener('abort', () => xhr.abort());
    xhr.send(form);
  });
}

/** Uses XMLHttpRequest: `fetch` does not report the progress of an upload. */
export async function xhrUpload<T>(
  path: string,
  form: FormData,
  parser: Parser<T>,
  options: UploadOptions = {},
): Promise<T> {
  const headers = new Headers(options.headers);
  addViewerId(headers);
  const attempt = async () => {
    await addCsrfToken(headers, options.signal);
    options.signal?.throwIfAborted();
    return send(path, form, headers, options);
  };
  try {
    let response = await attempt();
    if (await isCsrfTokenRejected(response)) response = await attempt();
    if (response.ok) return dataOf(parser).parse(await response.json());
    throw fromErrorResponse(response, await response.json().catch(() => null));
  } catch (thrown) {
    throw toRequestError(thrown);
  }
}
