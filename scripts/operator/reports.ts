import { listReportedLines, type ReportedLine } from '#lib/server/moderation/service.ts';

import type { Command } from './command.ts';

const MAX_SUBJECTS = 20;

// Content must not look like another line of output.
const toOneLine = (text: string): string => text.replaceAll('\n', ' ');

const lines = ({ title, link, author, reports }: ReportedLine): string =>
  [
    `“${title}” by ${author.name} <${author.email ?? 'no email'}>${author.disabled ? ', who is disabled' : ''}`,
    link,
    ...reports.map(
      ({ reason, by, at }) =>
        `  ${at.slice(0, 10)} ${by.name} <${by.email ?? 'no email'}>: ${reason}`,
    ),
  ]
    .map(toOneLine)
    .join('\n');

export const reports: Command = {
  summary: 'lists reported posts, comments and members with reasons and reporters',
  args: [],
  details: [
    `At most ${MAX_SUBJECTS} of them, the most reported first. Reporters are for staff only.`,
    'Comments and members are decided about at /staff/todo.',
  ],
  read: () => async (services) => {
    const subjects = await listReportedLines(services, MAX_SUBJECTS);
    return subjects.map(lines).join('\n\n') || 'There are no open reports.';
  },
};
