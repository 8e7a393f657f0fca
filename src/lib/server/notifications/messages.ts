function andOthers(member: string, others: number): string {
  if (others === 0) return member;
  return others === 1 ? `${member} and 1 other` : `${member} and ${others} others`;
}

/** The English texts of the notifications that the site creates. */
export const MESSAGES = {
  /** @param others further members who like it */
  liked: (member: string, others: number) => `${andOthers(member, others)} liked your post`,
  /** @param others further members who commented */
  commented: (member: string, others: number) => `${andOthers(member, others)} commented`,
  stillThere: {
    offer: 'Is this still there?',
    need: 'Do you still need this?',
    service: 'Do you still offer this?',
  },
  lastDay: 'This is the last day of your listing',
  pickups: {
    requested: (member: string) => `${member} can take it`,
    offered: (member: string) => `${member} can bring it`,
    ordered: (member: string) => `${member} would like it`,
    agreed: (member: string) => `${member} agreed`,
    declined: (member: string) => `${member} said not this time`,
    placed: (member: string) => `${member} said where exactly to meet`,
    calledOff: (member: string) => `${member} called the pickup off`,
    ended: () => 'A pickup was called off',
    deleted: () => 'A pickup was called off: its post was deleted',
    left: () => 'A pickup was called off: the other member left',
    message: (member: string) => `${member} wrote about the pickup`,
    unanswered: () => 'Your pickup day has passed, and no one agreed. Request another day',
    tomorrow: () => 'Your pickup is tomorrow. Still coming?',
    outcome: (member: string) => `${member} said how the pickup went`,
    differing: (member: string) => `${member} gave a different amount. Please check yours`,
    corrected: (member: string) => `${member} corrected how the pickup went`,
  },
  /** @param place a town */
  newListing: (material: string, place: string) => `New for your alert: ${material} in ${place}`,
  exportReady: {
    title: 'Your data is ready',
    content: 'Download it in Account Settings, under Privacy.',
  },
  posted: (member: string) => `${member} posted`,
  resourcePublished: 'New in EduHub',
} as const;
