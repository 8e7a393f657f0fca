/** @returns the body of a form without files */
export const urlEncoded = (data: FormData): URLSearchParams =>
  new URLSearchParams(
    [...data].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
