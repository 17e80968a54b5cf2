import type { Contact } from '@sidetone/contract/entities/contact.ts';
import type { ContactChannel } from './contact-channel.ts';
import type { FormPlace } from './form-place.ts';

/**
 * What the slide-over is opened for. Numbers and names are as they were typed, or in E.164 form; an empty number is
 * still to be filled in, null means that none is wanted.
 */
export type ContactFormRequest =
  | {
      readonly type: 'contactCreate';
      readonly number: string | null;
      readonly name: string | null;
      readonly fromCall: boolean;
      /** The integration that the contact is to be kept in, unless the user chooses otherwise; null for none in particular. */
      readonly integrationId: string | null;
    }
  | { readonly type: 'contactEdit'; readonly id: string; readonly newPhoneNumber: string | null };

export interface ContactFormProps {
  request: ContactFormRequest;
  /** Channels of the signed-in user. */
  channels: readonly ContactChannel[];
  /** Whether the form is still shown at an address: users who go there are asked nothing. */
  staysAt: (place: FormPlace) => boolean;
  /** Leads to a place where the form is no longer open; unsaved changes are asked about on the way. */
  onClose: () => void;
  /** The same for a contact that was saved. */
  onSaved: (contact: Contact) => void;
  /** Leads users who have left the form back to it. */
  onReturn: () => void;
  /** Shows a contact. */
  onOpen: (contact: Contact) => void;
  /** The contact is gone, and with it the purpose of its form. */
  onGone: () => void;
}
