import { Hono } from 'hono';
import { setCookie } from 'hono/cookie';

import { type Display, DISPLAY_PATH, TEXT_SIZES, THEMES } from '#lib/contract/display.ts';
import type { Ctx } from '#lib/server/platform/context.ts';

import type { Env, RequestContext } from './env.ts';
import { handleForms, type RenderRejected, type SentForm } from './page-forms.ts';

// Browsers store a cookie for at most 400 days, and one that a script wrote for 7 days in Safari.
const MAX_AGE_SECONDS = 34_560_000;

/** The choices as they are sent: in a cookie or in a form. */
interface Sent {
  theme: string | null | undefined;
  textSize: string | null | undefined;
}

/** @returns the choices; for each that is missing or unknown the default */
const toDisplay = ({ theme, textSize }: Sent): Display => ({
  theme: THEMES.find((each) => each === theme) ?? 'system',
  textSize: TEXT_SIZES.find((each) => each === textSize) ?? '100',
});

const valueIn = (cookies: string, name: string): string | undefined =>
  new RegExp(`(?:^|;\\s*)${name}=(\\w+)`).exec(cookies)?.[1];

/** @param cookies the Cookie header */
export const readDisplay = (cookies = ''): Display =>
  toDisplay({ theme: valueIn(cookies, 'theme'), textSize: valueIn(cookies, 'text-size') });

/** Sets the cookies, which scripts read (layouts/document/apply-display.ts). */
function writeDisplay(c: RequestContext, display: Display, deferImages: boolean): void {
  const secure = c.get('ctx').config.publicUrl.startsWith('https:');
  const values = {
    theme: display.theme,
    'text-size': display.textSize,
    'data-saver': deferImages ? 'on' : 'off',
  };
  for (const [name, value] of Object.entries(values))
    setCookie(c, name, value, { path: '/', sameSite: 'Lax', secure, maxAge: MAX_AGE_SECONDS });
}

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

async function saveDisplay(_: Ctx, { c, values }: SentForm): Promise<string> {
  const display = toDisplay({ theme: values.get('theme'), textSize: values.get('text_size') });
  writeDisplay(c, display, values.has('data_saver'));
  return `${DISPLAY_PATH}?saved`;
}

/** The plain form of how pages look on the device. */
export const displayForm = (render: RenderRejected | undefined) =>
  new Hono<Env>().post('/', handleForms(render, { '': saveDisplay }, { isOpen: true }));
