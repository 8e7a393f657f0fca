// Shared by the modules that add the rows of a member with everything.
import type { MemberBrowser } from '#tests/support/site/site.ts';

import type { PickupStage } from './pickups.ts';

/** In all texts and names of the member, and nowhere else. */
export const MARK = 'zqmarked';
/** In the notes of the other member. */
export const OTHERS = 'Elf';

/** The members and posts of a test about a member's rights. */
export interface Everything {
  subject: MemberBrowser;
  /** a member who follows them and has pickups with them */
  other: MemberBrowser;
  /** a post by the other member */
  othersPost: string;
  /** a listing of the member with an image, and one of the other member */
  own: PickupStage;
  others: PickupStage;
}
