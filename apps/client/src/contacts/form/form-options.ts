import type { Contact } from '@sidetone/contract/entities/contact.ts';
import type { ConnectedIntegration } from '@sidetone/contract/entities/integration.ts';
import type { NumberPlace } from '@sidetone/contract/rules/dialable.ts';
import type { ContactValues, FormRules } from './contact-values.ts';
import type { SaveToast } from './saving/save-problem.ts';

/** What a form is about, and what it tells of being saved. */
export interface FormOptions {
  readonly webUserId: string;
  readonly mayWrite: boolean;
  /** Names what the form is about, so that its draft is found again. */
  readonly form: string;
  /** The contact that is edited, as it is now; null for a new one. */
  readonly contact: (Contact & { readonly rev: number }) | null;
  /** What the form begins with: the contact as it is, and the same with what comes along. */
  readonly start: { readonly base: ContactValues; readonly values: ContactValues };
  /** What was written already elsewhere; null for nothing. */
  readonly written: ContactValues | null;
  /** Where it is to be kept, whether that is connected or not. */
  readonly integrationId: string | null;
  /** Where it is kept; null where that is no longer connected. */
  readonly integration: ConnectedIntegration | null;
  readonly rules: FormRules;
  readonly place: NumberPlace;
  /** In words, for a field that was refused. */
  readonly words: { readonly emailTaken: string; readonly number: string; readonly field: string };
  /** `isLeft`: the user who saved it has left the form in the meantime. */
  readonly onSaved: (contact: Contact, isLeft: boolean) => void;
  /** The same for what was not saved, which is kept; `error`: what the server answered, where it was asked. */
  readonly onProblem: (problem: SaveToast, isLeft: boolean, error?: unknown) => void;
  /** Required fields are empty. */
  readonly onMissing: () => void;
}
