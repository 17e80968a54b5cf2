import type { InboxRow } from '@sidetone/contract/documents/queries.ts';
import type { InboxFilter, InboxPlace } from '@sidetone/contract/entities/inbox-filter.ts';
import type { Caller } from '../../requests/callers.ts';

/** What assistants need of the inbox and of notes. */
export interface CallsOfUsers {
  list(asked: {
    readonly channelId: string;
    readonly limit: number;
    readonly filter: InboxFilter;
    readonly after?: InboxPlace | undefined;
  }): Promise<InboxRow[]>;
  read(call: { readonly channelId: string; readonly docId: string }): Promise<InboxRow[]>;
  /** Over the note of that revision; throws `Refusal` CONFLICT where it has another one by now. */
  writeNote(asked: {
    readonly caller: Caller;
    readonly channelId: string;
    readonly docId: string;
    readonly content: string;
    readonly revision: number;
  }): Promise<unknown>;
}
