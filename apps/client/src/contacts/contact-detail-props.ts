import type { CallTarget } from './call-target.ts';
import type { ContactChannel } from './contact-channel.ts';

export interface ContactDetailProps {
  /** Of a colleague their web user id. */
  contactId: string;
  /** The channels of the signed-in person. */
  channels: readonly ContactChannel[];
  onClose: () => void;
  /** Back to what they were opened from; null where that is the page itself. */
  onBack: (() => void) | null;
  /** There is no such contact, or it is gone; a contact deleted from here leads back instead. */
  onGone: () => void;
  /** Null while there is no line to call from. */
  onCall: ((target: CallTarget) => void) | null;
  onEdit: (contactId: string) => void;
  onAddNumber: (contactId: string) => void;
  /** The calls of a channel with this contact. */
  onOpenThread: (channelId: string) => void;
  onOpenCall: (channelId: string, docId: string) => void;
}
