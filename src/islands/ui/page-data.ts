/**
 * Data of an island, as a block of JSON before it in the page. A property would become an attribute, where quotes are
 * escaped and the data twice as long.
 */
export class PageData<T> {
  /** of the block’s element, and the only serialized property */
  readonly id: string;
  readonly #data: T;

  constructor(id: string, data: T) {
    this.id = id;
    this.#data = data;
  }

  get data(): T {
    return this.#data;
  }

  /** The text of the block, escaped so that it cannot end the element. */
  get json(): string {
    return JSON.stringify(this.#data).replaceAll('<', String.raw`\u003c`);
  }
}

/** The data: the original on the server, the block’s in the browser. */
export const readPageData = <T>(from: PageData<T>): T =>
  from instanceof PageData
    ? from.data
    : (JSON.parse(document.getElementById((from as PageData<T>).id)?.textContent ?? '') as T);
