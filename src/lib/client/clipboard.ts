/**
 * Copies a text.
 * @returns false without a clipboard API, as over plain http
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
