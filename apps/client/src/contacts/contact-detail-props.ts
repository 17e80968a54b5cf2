import type { CallTarget } from './call-target.ts';
import type { ContactChannel } from './contact-channel.ts';

export interface ContactDetailProps {
  /** For a colleague their web user id. */
  contactId: string;
  /** The channels of the signed-in user. */
  channels: readonly ContactChannel[];
  onClose: () => void;
  /** Back to the page that it was opened from; null where it is a page of its own. */
  onBack: (() => void) | null;
  /** There is no such contact, or no longer; a contact deleted from here leads back instead. */
  onGone: () => void;
  /** Null while there is no line to call from. */
  onCall: ((target: CallTarget) => void) | null;
  onEdit: (contactId: string) => void;
  onAddNumber: (contactId: string) => void;
  /** The calls of a channel with this contact. */
  onOpenThread: (channelId: string) => void;
  onOpenCall: (channelId: string, docId: string) => void;
}
