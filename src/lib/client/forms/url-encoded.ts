/** @returns the fields of a form as its body has them, without files */
export const urlEncoded = (data: FormData): URLSearchParams =>
  new URLSearchParams(
    [...data].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
