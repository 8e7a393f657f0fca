// Without Zod: pages load it.

/** The questions of the help pages, by topic, in the order of the list. */
export const HELP = {
  posting: ['straw', 'weight', 'rules'],
  pickups: [
    'request',
    'no-show',
    'day',
    'every-week',
    'machine',
    'truck',
    'weeks-ahead',
    'record',
    'alerts',
  ],
  phone: ['signal', 'guide', 'home-screen', 'language', 'data'],
  account: ['password', 'desk-code', 'look-after', 'messages', 'delete'],
  safety: ['phone-number', 'place', 'report', 'cost'],
} as const;

export type HelpTopic = keyof typeof HELP;
export type HelpQuestion = (typeof HELP)[HelpTopic][number];

export const HELP_TOPICS = Object.keys(HELP) as HelpTopic[];
export const HELP_QUESTIONS: readonly HelpQuestion[] = Object.values(HELP).flat();

export const HELP_PATH = '/help';
export const helpPath = (question: HelpQuestion): string => `${HELP_PATH}/${question}`;
