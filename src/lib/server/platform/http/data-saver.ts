/**
 * Whether images are deferred until they are tapped: by the switch in the footer (layouts/document/deferred-images.ts), else by
 * the browser's setting.
 * @param cookies the Cookie header
 * @param saveData the Save-Data header (wicg.github.io/savedata)
 */
export function isDataSaverOn(cookies = '', saveData = ''): boolean {
  const [, chosen] = /(?:^|;\s*)data-saver=(on|off)/.exec(cookies) ?? [];
  return (chosen ?? saveData.trim().toLowerCase()) === 'on';
}
