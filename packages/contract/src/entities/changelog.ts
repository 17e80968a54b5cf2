import { z } from 'zod';

export const changelogLanguage = z.enum(['de', 'en']);
export type ChangelogLanguage = z.infer<typeof changelogLanguage>;

/** As the server names itself: `4.2.0`, with or without a suffix. */
export const changelogVersion = z.string().regex(/^[0-9A-Za-z][0-9A-Za-z.+-]{0,49}$/);

/** A piece of a sentence; links are not part of it. */
const piece = z.object({ text: z.string(), look: z.enum(['plain', 'strong', 'code']) });
export type ChangelogPiece = z.infer<typeof piece>;

/** What is new of a kind: `added`, `better`, `fixed`; null where the text does not say. */
const kind = z.enum(['added', 'better', 'fixed']);
export type ChangeKind = z.infer<typeof kind>;

/** What one version brought. */
export const changelogEntry = z.object({
  /** Null for what comes after the last version that was released. */
  version: z.string().nullable(),
  /** Of the day, ISO 8601. */
  date: z.iso.date().nullable(),
  changes: z.array(z.object({ kind: kind.nullable(), pieces: z.array(piece) })),
});
export type ChangelogEntry = z.infer<typeof changelogEntry>;

export const changelog = z.object({ language: changelogLanguage, entries: z.array(changelogEntry) });
export type Changelog = z.infer<typeof changelog>;
