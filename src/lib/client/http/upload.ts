/**
 * Sends a form with XMLHttpRequest, the only way browsers tell how much of an upload has left.
 * @param form the body
 * @param onProgress told the share that has left, 0 to 1
 * @returns what ky takes as its `fetch`: it sends the request's headers, but this form
 */
export const uploading =
  (form: FormData, onProgress: (share: number) => void): typeof fetch =>
  (input) =>
    new Promise((resolve, reject) => {
      const request = input as Request;
      const xhr = new XMLHttpRequest();
      xhr.open(request.method, request.url);
      for (const [name, value] of request.headers) xhr.setRequestHeader(name, value);
      xhr.upload.addEventListener('progress', ({ loaded, total }) =>
        onProgress(total ? loaded / total : 0),
      );
      xhr.addEventListener('load', () => resolve(toResponse(xhr)));
      // The words by which a network failure is told from a mistake of ours.
      xhr.addEventListener('error', () => reject(new TypeError('Failed to fetch')));
      xhr.addEventListener('abort', () => reject(new DOMException('Cancelled.', 'AbortError')));
      request.signal.addEventListener('abort', () => xhr.abort());
      xhr.send(form);
    });

function toResponse(xhr: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const name of ['content-type', 'retry-after']) {
    const value = xhr.getResponseHeader(name);
    if (value) headers.set(name, value);
  }
  return new Response(xhr.responseText, { status: xhr.status, headers });
}
