import type { DemoComment } from '#demo/types.ts';

type CommentRow = [member: string, minutesAfterPost: number, content: string];

/** @returns the comments on a post */
export function commentsOn(post: string, rows: CommentRow[]): DemoComment[] {
  return rows.map(([member, minutesAfterPost, content]) => ({
    post,
    member,
    minutesAfterPost,
    content,
  }));
}
