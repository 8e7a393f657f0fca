export interface ResourceTable {
  id: string;
  title: string;
  cover_key: string;
  /** null for a draft */
  published_at: number | null;
}

export interface ResourceBlockTable {
  id: string;
  resource_id: string;
  position: number;
  type: 'HEADING' | 'TEXT' | 'image';
  /** text, or the storage key of an image */
  content: string;
}

/** A word of posts or resources; it stays when they are deleted. */
interface SearchTermTable {
  /** Latin letters, lower case, without accents */
  term: string;
}

export interface PolicyTable {
  kind: 'licensing_terms' | 'data_privacy_guidelines' | 'terms_and_conditions';
  title: string;
  /** storage key of the PDF */
  file_key: string;
  /** size of the PDF */
  bytes: number;
  /** the PDF's text: blank lines separate paragraphs, `## ` starts a heading */
  text: string;
  updated_at: number;
}

export interface ContentTables {
  resources: ResourceTable;
  resource_blocks: ResourceBlockTable;
  policies: PolicyTable;
  search_terms: SearchTermTable;
}
