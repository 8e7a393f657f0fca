/** The reasons that every new site has, by their codes; stored decisions refer to them, so they never change. */
export const FIRST_REASONS = {
  off_topic: 'It has nothing to do with farms, food, or what farms leave over.',
  advertising: 'It is advertising, or it was posted many times.',
  rude: 'It is rude, or it attacks someone.',
  untrue: 'It is not true, or it misleads.',
  fraud: 'It asks for money in advance, or looks like a fraud.',
  private: 'It shows someone’s private details.',
  unsafe: 'It is unsafe, or against the law.',
} as const;
