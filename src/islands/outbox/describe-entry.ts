import type { OutboxAction, OutboxEntry } from '#lib/client/outbox/outbox-entry.ts';

/** What an entry is, for people. */
interface Description {
  label: string;
  /** what the member wrote, if anything */
  text?: string;
}

const describeAction = (action: OutboxAction, subject: string): Description => {
  switch (action.kind) {
    case 'post':
      return { label: action.title, text: action.description };
    case 'comment':
      return { label: `Comment on “${subject}”`, text: action.content };
    case 'update':
      return { label: `Update: “${action.title}”`, text: action.description };
    case 'like':
      return { label: `${action.isLiked ? 'Like' : 'Unlike'} “${subject}”` };
    case 'follow':
      return { label: `${action.isFollowed ? 'Follow' : 'Unfollow'} ${subject}` };
    case 'delete':
      return { label: `Delete “${subject}”` };
  }
};

export const describeEntry = ({ action, subject }: OutboxEntry): Description =>
  describeAction(action, subject);
