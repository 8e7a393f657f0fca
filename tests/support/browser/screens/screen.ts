import type { Locator, Page } from '@playwright/test';

/** A page of the demo community, or a state of one, that tools and tests look at. */
export interface Screen {
  /** of the file or test */
  name: string;
  /** the path; or a page, and the link on it that leads there */
  path: string | readonly [list: string, link: string | ((page: Page) => Locator)];
  /** done before it is opened, e.g. to respond to requests */
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
