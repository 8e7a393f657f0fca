import type { CDPSession, Page } from '@playwright/test';

const CONTROLS = 'a, button, input, textarea, select, summary, [tabindex="0"]';

/** Styles every control of a page as if it were in a state, e.g. hovered. */
export class ForcedStates {
  readonly #devtools: CDPSession;

  private constructor(devtools: CDPSession) {
    this.#devtools = devtools;
  }

  static async of(page: Page): Promise<ForcedStates> {
    const states = new ForcedStates(await page.context().newCDPSession(page));
    await states.#devtools.send('DOM.enable');
    await states.#devtools.send('CSS.enable');
    return states;
  }

  /** The controls of the page now: some are there only once their code has loaded. */
  async #findControls(): Promise<number[]> {
    const { root } = await this.#devtools.send('DOM.getDocument', { depth: 0 });
    const query = { nodeId: root.nodeId, selector: CONTROLS };
    const { nodeIds } = await this.#devtools.send('DOM.querySelectorAll', query);
    if (nodeIds.length === 0) throw new Error('The page has no controls.');
    return nodeIds;
  }

  /** @param states e.g. `hover`; none restores the real states */
  async force(...states: string[]): Promise<void> {
    const force = (nodeId: number) =>
      this.#devtools.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses: states });
    const results = await Promise.allSettled((await this.#findControls()).map(force));
    // Some controls may have left the page, but not all.
    if (!results.some(({ status }) => status === 'fulfilled'))
      throw new Error('No control has a state that was forced.');
  }

  async end(): Promise<void> {
    await this.#devtools.detach();
  }
}
