import { Hono } from 'hono';

import { DISPLAY_PATH } from '#lib/contract/display.ts';

import { toDisplay, writeDisplay } from './display.ts';
import type { Env, RequestContext } from './env.ts';
import { handleGuestForm, type RenderRejected } from './page-forms.ts';

async function saveDisplay(c: RequestContext, form: URLSearchParams): Promise<string> {
  const display = toDisplay({ theme: form.get('theme'), textSize: form.get('text_size') });
  writeDisplay(c, display, form.has('data_saver'));
  return `${DISPLAY_PATH}?saved`;
}

/** The plain form of how pages look on the device. */
export const displayForm = (render: RenderRejected | undefined) =>
  new Hono<Env>().post('/', handleGuestForm(render, saveDisplay));
