/**
 * The attributes of a member's page that say how it looks on their device, also without scripts. A guest's page is cached
 * for all guests: there, a script sets them (`apply-display.ts`).
 */
export function displayAttributes({ ctx, display }: Partial<App.Locals>): Record<string, string> {
  if (!ctx?.viewer || !display) return {};
  const { theme, textSize } = display;
  return {
    ...(theme !== 'system' && { 'data-theme': theme }),
    ...(textSize !== '100' && { 'data-text-size': textSize }),
  };
}
