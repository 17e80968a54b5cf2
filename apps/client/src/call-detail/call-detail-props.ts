import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import type { ThreadOf } from '@sidetone/contract/entities/thread.ts';
import type { ReactNode } from 'react';
import type { CallTarget } from '#contacts/call-target.ts';
import type { NumberActions } from '#contacts/number-actions.ts';

/** The shown view of a call: its page, or one of the views that are opened out of it. */
export type CallPart = 'transcript' | 'answers' | 'data';

export interface CallDetailProps {
  /** The channel's id, never an address like `private`. */
  channelId: string;
  docId: string;
  /** Null for the page itself. */
  part?: CallPart | null;
  /** The note is to get the focus. */
  focusNote?: boolean;
  /** The note has the focus. */
  onNoteFocused?: () => void;
  /** The call stands for its group, as in an inbox: resolving it resolves the group. */
  inGroup?: boolean;
  onClose: () => void;
  /** Goes to a view of the same call, or with null back to its page. */
  onPart?: (part: CallPart | null) => void;
  /** Opens the settings of smart answers, or with an id those of one set. */
  onConfigureAnswers?: (setId: string | null) => void;
  onCall?: (target: CallTarget) => void;
  onOpenThread?: (of: ThreadOf, topic: string | null) => void;
  /** Opens the page of the contact or colleague on the other side. */
  onOpenContact?: (contactId: string) => void;
  /** Goes to another call, such as the other half of a transfer. */
  onOpenCall?: (channelId: string, docId: string) => void;
  /** Beside the facts of the call: its log in CRMs. */
  log?: (row: InboxRow) => ReactNode;
  /** Actions for a number without a contact; null for users who may not write contacts. */
  numberActions?: NumberActions | null;
}

/** The log of calls that are over. */
export interface LogLater {
  /** Whether the user may log this call. SPERM-021, SPERM-024 */
  can(row: InboxRow): boolean;
  open(row: InboxRow): void;
}
