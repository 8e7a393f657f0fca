export const DATABASE_NAME = 'glean';

/** Whether this browser has stored drafts before: opening the database would create it. */
export async function hasDatabase(): Promise<boolean> {
  if (!('indexedDB' in globalThis)) return false;
  try {
    const databases = await indexedDB.databases();
    return databases.some(({ name }) => name === DATABASE_NAME);
  } catch {
    // Older browsers cannot list databases.
    return true;
  }
}
