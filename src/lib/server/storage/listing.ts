/** One page of a bucket's ListObjectsV2 answer. */
export interface Listing {
  files: { key: string; modified: Date }[];
  /** the token of the next page, when there is one */
  next: string | undefined;
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** @param xml the answer's body; what is no file of ours is for the caller to leave out */
export function readListing(xml: string): Listing {
  const files = inside(xml, 'Contents').map((entry) => ({
    key: inside(entry, 'Key')[0] ?? '',
    modified: new Date(inside(entry, 'LastModified')[0] ?? Number.NaN),
  }));
  return { files, next: inside(xml, 'NextContinuationToken')[0]?.replace(/&(\w+);/g, plain) };
}

const inside = (xml: string, tag: string): string[] =>
  Array.from(xml.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs')), ([, text = '']) => text);

const plain = (entity: string, name: string): string => ENTITIES[name] ?? entity;
