import type { Assistant } from '@sidetone/contract/entities/assistant.ts';
import type { CallTarget } from '#contacts/call-target.ts';
import type { NumberActions } from '#contacts/number-actions.ts';
import type { Marking } from '../use-marking.ts';

/** What the page around a result gives to it. */
export interface ResultPanelProps {
  assistantId: string;
  resultId: string;
  /** Null where the user does not use this assistant. */
  assistant: Assistant | null;
  marking: Marking;
  /** Null while the user has no channel to call from. */
  onCall: ((target: CallTarget) => void) | null;
  onOpenCall: (channelId: string, docId: string) => void;
  onOpenContact: (contactId: string) => void;
  numberActions: NumberActions | null;
  onClose: () => void;
}
