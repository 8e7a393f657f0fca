/**
 * Whether pictures are held until they are tapped: as the switch in the footer says (layouts/deferred-images.ts), else
 * as the browser does.
 * @param cookies the Cookie header
 * @param saveData the Save-Data header (wicg.github.io/savedata)
 */
export function isDataSaverOn(cookies = '', saveData = ''): boolean {
  const [, chosen] = /(?:^|;\s*)data-saver=(on|off)/.exec(cookies) ?? [];
  return (chosen ?? saveData.trim().toLowerCase()) === 'on';
}
