import { z } from 'zod';
import { tabName } from '#platform/tab-name.ts';
import { contactValues } from '../contact-values.ts';

/** Unsaved changes of a form, kept so that a reload loses nothing. */
const keptDraft = z.object({
  values: contactValues,
  /** The values that the form began with. */
  base: contactValues,
  /** The address book of a new contact, whether it is connected or not. */
  integrationId: z.string().nullable(),
  /** The name of the draft for the server, so that it becomes one contact however often it is sent. */
  draftId: z.string().optional(),
  /** It was sent, and the outcome is not known. */
  unsure: z.boolean().default(false),
  /** It is to be saved once the server can be reached. */
  waiting: z.boolean(),
});
export type KeptDraft = z.infer<typeof keptDraft>;

const prefix = 'sidetone.contact-draft ';

/** The draft, and the tab that it was written in. */
const writtenDraft = keptDraft.extend({ tab: z.string().optional() });

/** Drafts of one user in this tab. `form` is the name of the form. */
export function keptDrafts(webUserId: string, storage: () => Storage = () => sessionStorage, tab = tabName) {
  const keyOf = (form: string) => `${prefix}${webUserId} ${form}`;
  return {
    /** Null where there is none, or one that this version cannot read. */
    read(form: string): KeptDraft | null {
      try {
        const text = storage().getItem(keyOf(form));
        const written = text === null ? undefined : writtenDraft.safeParse(JSON.parse(text)).data;
        if (written === undefined) return null;
        const { tab: from, ...draft } = written;
        return from === tab() ? draft : copyOf(draft);
      } catch {
        return null;
      }
    },
    write(form: string, draft: KeptDraft): void {
      try {
        storage().setItem(keyOf(form), JSON.stringify({ ...draft, tab: tab() }));
      } catch {
        // The browser stores nothing: the form still asks before it is left.
      }
    },
    forget(form: string): void {
      try {
        storage().removeItem(keyOf(form));
      } catch {
        // Nothing was kept then.
      }
    },
  };
}

/**
 * The copy of a draft in a duplicated tab becomes a contact of its own: the sent draft is left to the tab that sent it.
 */
function copyOf({ draftId: _its, ...draft }: KeptDraft): KeptDraft {
  return { ...draft, unsure: false, waiting: false };
}
