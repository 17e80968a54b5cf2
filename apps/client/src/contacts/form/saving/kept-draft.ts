import { z } from 'zod';
import { tabName } from '#platform/tab-name.ts';
import { contactValues } from '../contact-values.ts';

/** What someone wrote and did not save, so that a reload takes nothing away. */
const keptDraft = z.object({
  values: contactValues,
  /** What the form began with. */
  base: contactValues,
  /** Where a new contact is to be kept, whether that is connected or not. */
  integrationId: z.string().nullable(),
  /** Names the draft to the server, so that it becomes one contact however often it is sent. */
  draftId: z.string().optional(),
  /** It was sent, and nobody knows what became of it. */
  unsure: z.boolean().default(false),
  /** It was to be saved once the server can be reached. */
  waiting: z.boolean(),
});
export type KeptDraft = z.infer<typeof keptDraft>;

const prefix = 'sidetone.contact-draft ';

/** The draft, and the tab that it was written in. */
const writtenDraft = keptDraft.extend({ tab: z.string().optional() });

/** Drafts of one person in this tab. `form` names what the form is about. */
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
        // A browser that keeps nothing: the form still asks before it is left.
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

/** What came along into a duplicated tab becomes a contact of its own: what was sent is left to the tab that sent it. */
function copyOf({ draftId: _its, ...draft }: KeptDraft): KeptDraft {
  return { ...draft, unsure: false, waiting: false };
}
