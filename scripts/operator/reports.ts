import { listReportedPosts, type ReportedPost } from '#lib/server/moderation/service.ts';

import type { Verb } from './verb.ts';

const MOST = 20;

// What members wrote must not look like a line of ours.
const inOneLine = (said: string): string => said.replaceAll('\n', ' ');

const lines = ({ title, link, author, reports }: ReportedPost): string =>
  [
    `“${title}” by ${author.name} <${author.email}>${author.disabled ? ', who is disabled' : ''}`,
    link,
    ...reports.map(
      ({ reason, by, at }) => `  ${at.slice(0, 10)} ${by.name} <${by.email}>: ${reason}`,
    ),
  ]
    .map(inOneLine)
    .join('\n');

export const reports: Verb = {
  does: 'shows the posts members have reported, why, and who did',
  words: [],
  more: [`At most ${MOST} posts, the most reported first. Who reported is for staff alone.`],
  read: () => async (services) => {
    const posts = await listReportedPosts(services, MOST);
    return posts.map(lines).join('\n\n') || 'There are no open reports.';
  },
};
