/**
 * Reads an option that counts something.
 * @throws Error for anything but a whole number above 0
 */
export function positive(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new Error(`"${text}" must be a whole number above 0.`);
}
