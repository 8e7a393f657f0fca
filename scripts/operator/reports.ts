import { listReportedPosts, type ReportedPost } from '#lib/server/moderation/service.ts';

import type { Command } from './command.ts';

const MAX_POSTS = 20;

// Content must not look like another line of the output.
const toOneLine = (text: string): string => text.replaceAll('\n', ' ');

const lines = ({ title, link, author, reports }: ReportedPost): string =>
  [
    `“${title}” by ${author.name} <${author.email}>${author.disabled ? ', who is disabled' : ''}`,
    link,
    ...reports.map(
      ({ reason, by, at }) => `  ${at.slice(0, 10)} ${by.name} <${by.email}>: ${reason}`,
    ),
  ]
    .map(toOneLine)
    .join('\n');

export const reports: Command = {
  summary: 'lists reported posts with reasons and reporters',
  args: [],
  details: [`At most ${MAX_POSTS} posts, the most reported first. Reporters are for staff only.`],
  read: () => async (services) => {
    const posts = await listReportedPosts(services, MAX_POSTS);
    return posts.map(lines).join('\n\n') || 'There are no open reports.';
  },
};
