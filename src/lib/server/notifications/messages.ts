/** The English texts of the notifications that the site creates. */
export const MESSAGES = {
  liked: (member: string) => `${member} liked your post`,
  commented: (member: string) => `${member} commented`,
  posted: (member: string) => `${member} posted`,
  resourcePublished: 'New in EduHub',
  postRemoved: 'Your post was removed',
  removalReason: (title: string, reason: string) =>
    reason ? `“${title}” was removed: ${reason}` : `“${title}” was removed by the staff.`,
} as const;
