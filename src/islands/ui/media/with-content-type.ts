// Signatures: the first bytes of a file, as text.
const SIGNATURES = [
  { start: '\u00FF\u00D8\u00FF', type: 'image/jpeg', extension: '.jpg' },
  { start: '\u0089PNG', type: 'image/png', extension: '.png' },
];

/** Sets type and extension from the content, because phones often report a wrong type or none. */
export async function withContentType(file: File): Promise<File> {
  // An unreadable file is rejected by its type, or fails later.
  const bytes = await file
    .slice(0, 4)
    .arrayBuffer()
    .catch(() => new ArrayBuffer(0));
  const start = String.fromCharCode(...new Uint8Array(bytes));
  const found = SIGNATURES.find((each) => start.startsWith(each.start));
  if (!found) return file;
  const { type, extension } = found;
  const isNamed = extension === '.png' ? /\.png$/i : /\.jpe?g$/i;
  if (file.type === type && isNamed.test(file.name)) return file;
  const name = file.name.replace(/\.\w+$/, '') + extension;
  return new File([file], name, { type, lastModified: file.lastModified });
}
