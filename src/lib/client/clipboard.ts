/**
 * Copies a text.
 * @returns whether it worked: browsers have no clipboard API over plain http
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
