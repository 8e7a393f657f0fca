import type { CDPSession, Page } from '@playwright/test';

const CONTROLS = 'a, button, input, textarea, select, summary, [tabindex="0"]';

/** Styles every control of a page as if it were in a state, e.g. hovered. */
export class ForcedStates {
  readonly #devtools: CDPSession;
  #ids: number[] = [];

  private constructor(devtools: CDPSession) {
    this.#devtools = devtools;
  }

  static async of(page: Page): Promise<ForcedStates> {
    const states = new ForcedStates(await page.context().newCDPSession(page));
    await states.#findControls();
    return states;
  }

  async #findControls(): Promise<void> {
    await this.#devtools.send('DOM.enable');
    await this.#devtools.send('CSS.enable');
    const { root } = await this.#devtools.send('DOM.getDocument', { depth: 0 });
    const query = { nodeId: root.nodeId, selector: CONTROLS };
    const { nodeIds } = await this.#devtools.send('DOM.querySelectorAll', query);
    if (nodeIds.length === 0) throw new Error('The page has no controls.');
    this.#ids = nodeIds;
  }

  /** @param states e.g. `hover`; none restores the real states */
  async force(...states: string[]): Promise<void> {
    const force = (nodeId: number) =>
      this.#devtools.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses: states });
    const results = await Promise.allSettled(this.#ids.map(force));
    // Some controls may have left the page, but not all.
    if (!results.some(({ status }) => status === 'fulfilled'))
      throw new Error('No control has a state that was forced.');
  }

  async end(): Promise<void> {
    await this.#devtools.detach();
  }
}
