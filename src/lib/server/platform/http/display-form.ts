import { Hono } from 'hono';

import { DISPLAY_PATH } from '#lib/contract/display.ts';
import type { Ctx } from '#lib/server/platform/context.ts';

import { toDisplay, writeDisplay } from './display.ts';
import type { Env } from './env.ts';
import { handleForms, type RenderRejected, type SentForm } from './page-forms.ts';

async function saveDisplay(_: Ctx, { c, values }: SentForm): Promise<string> {
  const display = toDisplay({ theme: values.get('theme'), textSize: values.get('text_size') });
  writeDisplay(c, display, values.has('data_saver'));
  return `${DISPLAY_PATH}?saved`;
}

/** The plain form of how pages look on the device. */
export const displayForm = (render: RenderRejected | undefined) =>
  new Hono<Env>().post('/', handleForms(render, { '': saveDisplay }, { isOpen: true }));
