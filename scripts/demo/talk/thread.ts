import type { DemoComment } from '#demo/types.ts';

/** One line of talk: who, how many minutes after the post, and what. */
export type Line = [member: string, minutesAfterPost: number, content: string];

export function under(post: string, lines: Line[]): DemoComment[] {
  return lines.map(([member, minutesAfterPost, content]) => ({
    post,
    member,
    minutesAfterPost,
    content,
  }));
}
