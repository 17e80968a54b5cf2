/** A group of users whose phones answer a page by themselves. */
export interface DirectoryPagingGroup {
  readonly groupId: string;
  readonly name: string;
  readonly longestSeconds: number;
  /** Users who may speak to it; null: all of the account. */
  readonly callerIds: readonly string[] | null;
  /** Members who are not deactivated. */
  readonly members: readonly { readonly userId: string; readonly isDnd: boolean }[];
}
