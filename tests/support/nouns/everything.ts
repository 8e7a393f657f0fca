// What the rows of a member with everything have in common.
import type { MemberBrowser } from '#tests/support/site/site.ts';

import type { PickupStage } from './pickups.ts';

/** In all that the member wrote or is called, and in nothing else. */
export const MARK = 'zqmarked';
/** In the notes of the other. */
export const OTHERS = 'Elf';

/** What a test of a member's rights works with. */
export interface Everything {
  subject: MemberBrowser;
  /** a member who follows them, and shares posts and pickups with them */
  other: MemberBrowser;
  /** a post of the other */
  othersPost: string;
  /** a listing of the member's with an image, and one of the other's */
  own: PickupStage;
  others: PickupStage;
}
