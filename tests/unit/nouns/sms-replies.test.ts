import { expect, test } from 'vitest';

import { readReply } from '#lib/server/notifications/channels/sms/reply-words.ts';

test.each([
  'STOP',
  'stop',
  ' Stop.\n',
  'STOP GLEAN',
  'Stop po',
  'STOP ALL',
  'STOP!!',
  '"STOP"',
  '“Stop”',
  'STOP -- sent from my phone',
  'STOP – Juan',
  'STOP\n-- \nJuan dela Cruz, Guimba',
  'STOP\nJuan dela Cruz',
  'stop\nsent from my phone',
  'Stop po.\r\n\r\nSent from my Galaxy',
  'STOP\n> Glean: Jun Reyes asks for 30 bundles of rice straw.',
  'Stop\n\nfrom Juan',
  'STOP 🙏',
  'STOP, stop!',
  'ＳＴＯＰ',
  'S\u200BTOP',
  'TIGIL',
  'itigil na po',
  'Itigil po, Glean.',
])('%j ends the SMS', (message) => {
  expect(readReply(message)).toBe('stop');
});

test.each([
  '',
  '!!',
  'Salamat',
  'Stop it',
  'Stop by my farm tomorrow',
  'Stop\nby my farm tomorrow',
  'We have to stop burning',
  'Glean',
  'po',
  'Nonstop',
  'STOPPED',
  'Dito ang bus stop',
  `${' '.repeat(5000)}by`,
])('%j is a sentence', (message) => {
  expect(readReply(message)).toBeNull();
});
