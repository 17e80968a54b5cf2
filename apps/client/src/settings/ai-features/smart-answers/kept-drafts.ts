import { z } from 'zod';
import type { KeptDraft } from './set-desk.ts';

const keptDraft = z.object({
  rev: z.number(),
  draft: z.object({
    title: z.string(),
    autoCopyToNote: z.boolean(),
    questions: z.array(z.object({ id: z.string(), title: z.string(), question: z.string() })),
  }),
});

const prefix = (user: string) => `sidetone.questions.${user}.`;

/** The draft of a set that this browser keeps for a user until the server has it. A full or locked storage keeps none. */
export function keptDraftOf(user: string, setId: string, storage: Storage = localStorage) {
  const key = prefix(user) + setId;
  return {
    read(): KeptDraft | null {
      try {
        const text = storage.getItem(key);
        const read = text === null ? null : keptDraft.safeParse(JSON.parse(text));
        return read?.success ? read.data : null;
      } catch {
        return null;
      }
    },
    keep(draft: KeptDraft): void {
      try {
        storage.setItem(key, JSON.stringify(draft));
      } catch {
        // It is sent in 300 ms anyway.
      }
    },
    forget(): void {
      try {
        storage.removeItem(key);
      } catch {
        // The next page compares it with what is saved.
      }
    },
  };
}

/** The sets of a user of which this browser keeps a draft. */
export function setsWithDrafts(user: string, storage: Storage = localStorage): string[] {
  try {
    const begin = prefix(user);
    return Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '')
      .filter((key) => key.startsWith(begin))
      .map((key) => key.slice(begin.length));
  } catch {
    return [];
  }
}
