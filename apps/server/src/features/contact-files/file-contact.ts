import type { CardContact } from '../../integrations/vcard/read-card.ts';

/** Someone as a file describes them, whatever its format. */
export interface FileContact
  extends Pick<CardContact, 'uid' | 'name' | 'firstName' | 'lastName' | 'organization' | 'email' | 'avatarUrl'> {
  readonly phoneNumbers: readonly { readonly label: string; readonly number: string }[];
  /** What else the file has of them, as `jCard`; null where there is nothing. */
  readonly original: unknown;
  /** The file has a photo of them, and no address of one. */
  readonly hasPhoto?: boolean;
}

/** An entry of a file. */
export interface FileEntry {
  /** Counts entries (vCard) or lines (CSV) from 1. */
  readonly place: number;
  /**
   * Null where nobody can read the entry. `nobody`: it describes no contact, such as a list of cards. `ignoredColumns`: it
   * is no entry, but says in `start` which columns of the file are of no use here.
   */
  readonly contact: FileContact | 'nobody' | 'ignoredColumns' | null;
  /** How the entry begins. */
  readonly start: string;
}
