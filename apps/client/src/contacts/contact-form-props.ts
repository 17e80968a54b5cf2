import type { Contact } from '@sidetone/contract/entities/contact.ts';
import type { ContactChannel } from './contact-channel.ts';
import type { FormPlace } from './form-place.ts';

/**
 * What the slide-over is opened for. Numbers and names are as someone typed them, or in E.164 form; an empty number wants
 * one that is not known yet, null wants none.
 */
export type ContactFormRequest =
  | {
      readonly type: 'contactCreate';
      readonly number: string | null;
      readonly name: string | null;
      readonly fromCall: boolean;
    }
  | { readonly type: 'contactEdit'; readonly id: string; readonly newPhoneNumber: string | null };

export interface ContactFormProps {
  request: ContactFormRequest;
  /** Channels of the signed-in person. */
  channels: readonly ContactChannel[];
  /** Whether an address shows this form still: going there asks nothing. */
  staysAt: (place: FormPlace) => boolean;
  /** Leads to where the form is no longer open; what was written is asked about on the way. */
  onClose: () => void;
  /** The same for a contact that was saved. */
  onSaved: (contact: Contact) => void;
  /** Leads back to the form, for who has left it. */
  onReturn: () => void;
  /** Shows a contact. */
  onOpen: (contact: Contact) => void;
  /** The contact is gone, and so is what its form was for. */
  onGone: () => void;
}
