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
  /** what an image shows, for those who cannot see it */
  alt: string | null;
}

/** A resource as staff edit it; it has the id of the resource that it becomes. */
export interface ResourceDraftTable {
  id: string;
  title: string;
  cover_key: string | null;
  /** JSON: the blocks of `DraftContent`, images by their URL */
  blocks: string;
  /** counts the changes: who saves names the version that they began from */
  version: number;
  /** the version that guests read; null before the first */
  published_version: number | null;
  /** the page of an editor that saved it last */
  saved_from: string | null;
  updated_by: string | null;
  updated_at: number;
}

/** A resource that staff deleted: all of it stays where it is for a while, and is in no list. */
interface DeletedResourceTable {
  id: string;
  deleted_by: string | null;
  deleted_at: number;
}

/** An image of a resource's drafts. */
interface ResourceImageTable {
  image_key: string;
  resource_id: string;
  /** when a draft named it last */
  named_at: number;
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
  /** counts from 1 */
  version: number;
  updated_at: number;
}

/** A version of a policy. */
export interface PolicyVersionTable extends Omit<PolicyTable, 'updated_at'> {
  /** 0 for a draft */
  version: number;
  created_at: number;
  /** null for a draft */
  published_at: number | null;
}

export interface ContentTables {
  resources: ResourceTable;
  resource_blocks: ResourceBlockTable;
  resource_drafts: ResourceDraftTable;
  resource_images: ResourceImageTable;
  deleted_resources: DeletedResourceTable;
  policies: PolicyTable;
  policy_versions: PolicyVersionTable;
  search_terms: SearchTermTable;
}
