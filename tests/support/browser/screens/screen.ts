import type { Locator, Page } from '@playwright/test';

/** A page of the demo community, or a state of one, for tools and tests. */
export interface Screen {
  /** for file names and test titles */
  name: string;
  /** the path; or a page, and the link on it to follow */
  path: string | readonly [list: string, link: string | ((page: Page) => Locator)];
  /** runs before it is opened, e.g. to mock requests */
  before?: (page: Page) => Promise<unknown>;
  /** brings the page into the state, e.g. opens a dialog */
  open?: (page: Page) => Promise<unknown>;
}

/** Screens of one member, or of guests. */
export interface ScreenGroup {
  /** the local part of a demo member's email; guests have none */
  member?: string;
  screens: Screen[];
}
