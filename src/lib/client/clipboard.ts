/** Puts a text on the clipboard. @returns whether it is there: over plain http, browsers offer none */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
