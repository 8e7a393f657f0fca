/**
 * Data of an island, which the page carries as a block of JSON before it. As a property it would be in an attribute,
 * where it is twice as long.
 */
export class PageData<T> {
  /** of the block's element: all that is a property */
  readonly id: string;
  readonly #data: T;

  constructor(id: string, data: T) {
    this.id = id;
    this.#data = data;
  }

  get data(): T {
    return this.#data;
  }

  /** The block's text. Nothing in it may end the element. */
  get json(): string {
    return JSON.stringify(this.#data).replaceAll('<', String.raw`\u003c`);
  }
}

/** The data: on the server as it is there, in the browser from the block. */
export const readPageData = <T>(from: PageData<T>): T =>
  from instanceof PageData
    ? from.data
    : (JSON.parse(document.getElementById((from as PageData<T>).id)?.textContent ?? '') as T);
