/** A file in a form. */
export interface FormFile {
  field: string;
  name: string;
  type: string;
  bytes: Uint8Array;
}

const BOUNDARY = '----glean-bench-7MA4YWxkTrZu0gW';

const part = (name: string, more: string) =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n`;

/** @returns a form as a browser sends it */
export function multipart(
  texts: Record<string, string>,
  file: FormFile | null,
): { type: string; body: Uint8Array } {
  const parts: Uint8Array[] = [];
  for (const [name, value] of Object.entries(texts))
    parts.push(Buffer.from(`${part(name, '')}${value}\r\n`));
  if (file) {
    const more = `; filename="${file.name}"\r\ncontent-type: ${file.type}`;
    parts.push(Buffer.from(part(file.field, more)), file.bytes, Buffer.from('\r\n'));
  }
  parts.push(Buffer.from(`--${BOUNDARY}--\r\n`));
  return { type: `multipart/form-data; boundary=${BOUNDARY}`, body: Buffer.concat(parts) };
}
