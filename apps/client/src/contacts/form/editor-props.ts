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
  /** Names what the form is about. */
  form: string;
  contact: (Contact & { readonly rev: number }) | null;
  start: { readonly base: ContactValues; readonly values: ContactValues };
  /** Values that were written elsewhere before; null for none. */
  written: ContactValues | null;
  /** The number that the form was opened with, as it came; null for none. */
  openedWith: string | null;
  /** Channels of the signed-in person. */
  channels: readonly ContactChannel[];
  /** Where the contact is to be kept, whether that is connected or not. */
  integrationId: string | null;
  /** Where the contact is kept; null where that is no longer connected. */
  integration: ConnectedIntegration | null;
  /** Its name, or what it was while it was connected. */
  integrationName: string;
  /** Why it cannot be saved as it is; null where it can. */
  barrier: Barrier | null;
  rules: FormRules;
  /** Where a new contact can be kept. */
  choices: readonly ConnectedIntegration[];
  onChoose: (integrationId: string) => void;
  /** Whether an address shows this form still, so that going there leaves nothing. */
  staysAt: (place: FormPlace) => boolean;
  onClose: () => void;
  /** It is saved: the form closes. */
  onSaved: (contact: Contact) => void;
  /** Leads users who have left the form back to it. */
  onReturn: () => void;
  onOpen: (contact: Contact) => void;
  /** Makes a new contact of what was written; null where that helps nobody. */
  onAsNew: ((values: ContactValues) => void) | null;
  /** Null where it may not be deleted. */
  onDeleted: (() => void) | null;
  /** What is in place of a form that cannot be saved and has nothing written in it. */
  closed: ReactNode;
}
