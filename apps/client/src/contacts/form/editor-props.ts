import type { Contact } from '@sidetone/contract/entities/contact.ts';
import type { ConnectedIntegration } from '@sidetone/contract/entities/integration.ts';
import type { ReactNode } from 'react';
import type { ContactChannel } from '../contact-channel.ts';
import type { FormPlace } from '../form-place.ts';
import type { Barrier } from './barrier.ts';
import type { ContactValues, FormRules } from './contact-values.ts';

export interface EditorProps {
  webUserId: string;
  mayWrite: boolean;
  /** The name of the form, by which its draft is found again. */
  form: string;
  contact: (Contact & { readonly rev: number }) | null;
  start: { readonly base: ContactValues; readonly values: ContactValues };
  /** Values that were written elsewhere before; null for none. */
  written: ContactValues | null;
  /** The number that the form was opened with, unchanged; null for none. */
  openedWith: string | null;
  /** Channels of the signed-in user. */
  channels: readonly ContactChannel[];
  /** The chosen address book, whether it is connected or not. */
  integrationId: string | null;
  /** The chosen address book; null where it is no longer connected. */
  integration: ConnectedIntegration | null;
  /** Its name, or its last name while it was connected. */
  integrationName: string;
  /** Why it cannot be saved as it is; null where it can. */
  barrier: Barrier | null;
  rules: FormRules;
  /** The address books that a new contact can be kept in. */
  choices: readonly ConnectedIntegration[];
  onChoose: (integrationId: string) => void;
  /** Whether the form is still shown at an address, so that going there loses nothing. */
  staysAt: (place: FormPlace) => boolean;
  onClose: () => void;
  /** It is saved: the form closes. */
  onSaved: (contact: Contact) => void;
  /** Leads users who have left the form back to it. */
  onReturn: () => void;
  onOpen: (contact: Contact) => void;
  /** Makes a new contact of the values in the form; null where that would not help. */
  onAsNew: ((values: ContactValues) => void) | null;
  /** Null where it may not be deleted. */
  onDeleted: (() => void) | null;
  /** Shown in place of a form that cannot be saved and has nothing written in it. */
  closed: ReactNode;
}
