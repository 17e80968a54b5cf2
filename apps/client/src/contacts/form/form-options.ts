import type { Contact } from '@sidetone/contract/entities/contact.ts';
import type { ConnectedIntegration } from '@sidetone/contract/entities/integration.ts';
import type { NumberPlace } from '@sidetone/contract/rules/numbers/dialable.ts';
import type { ContactValues, FormRules } from './contact-values.ts';
import type { SaveToast } from './saving/save-problem.ts';

/** The contact of a form, and whom to tell about saving it. */
export interface FormOptions {
  readonly webUserId: string;
  readonly mayWrite: boolean;
  /** The name of the form, by which its draft is found again. */
  readonly form: string;
  /** The contact that is edited, as it is now; null for a new one. */
  readonly contact: (Contact & { readonly rev: number }) | null;
  /** The values that the form begins with: those of the contact, and the same with the additions of the request. */
  readonly start: { readonly base: ContactValues; readonly values: ContactValues };
  /** Values that were written elsewhere before; null for none. */
  readonly written: ContactValues | null;
  /** The chosen address book, whether it is connected or not. */
  readonly integrationId: string | null;
  /** The chosen address book; null where it is no longer connected. */
  readonly integration: ConnectedIntegration | null;
  readonly rules: FormRules;
  readonly place: NumberPlace;
  /** The words for a field that was refused. */
  readonly words: { readonly emailTaken: string; readonly number: string; readonly field: string };
  /** `isLeft`: the user who saved it has left the form in the meantime. */
  readonly onSaved: (contact: Contact, isLeft: boolean) => void;
  /** The same for a failed save, whose draft is kept; `error`: the answer of the server, where it was asked. */
  readonly onProblem: (problem: SaveToast, isLeft: boolean, error?: unknown) => void;
  /** Required fields are empty. */
  readonly onMissing: () => void;
}
