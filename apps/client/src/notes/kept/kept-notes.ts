import { newId } from '#platform/new-id.ts';
import type { Draft } from '../saving/note-state.ts';

/** The call of a note and its writer. */
export interface NoteKey {
  /** The web user who writes; no other user ever sees it. */
  readonly user: string;
  readonly channelId: string;
  readonly docId: string;
}

/** A draft as it is kept on this machine until the server has it. */
export interface KeptNote extends Draft, NoteKey {
  /** Another one for each change of the content. */
  readonly stamp: string;
}

/** The draft that a tab kept last. */
export type KeptBefore = Pick<KeptNote, 'stamp' | 'content'>;

/** The result of `keep`: it was kept, or another tab was first. */
type Keeping = { readonly is: 'kept'; readonly note: KeptNote } | { readonly is: 'overtaken'; readonly note: KeptNote };

/**
 * Notes that the server has not acknowledged, over all tabs of this browser. Every change that depends on the kept
 * state happens in one transaction, so that tabs cannot undo each other's work.
 */
export interface KeptNotes {
  /** False where kept notes are lost with the page. */
  readonly lasts: boolean;
  read(key: NoteKey): Promise<KeptNote | null>;
  /** All notes of one user. */
  all(user: string): Promise<KeptNote[]>;
  /** Keeps a draft in place of what this tab kept before, or where none is kept. */
  keep(key: NoteKey, draft: Draft, over: KeptBefore | null): Promise<Keeping>;
  /** Changes the base and the sent contents of a draft, if it is still kept; the content stays. */
  amend(key: NoteKey, change: (draft: Draft) => Pick<Draft, 'base' | 'sent'>): Promise<void>;
  /** Removes a draft, with `stamp` only where it has not changed since; returns whether none is left. */
  forget(key: NoteKey, stamp?: string): Promise<boolean>;
}

/** The key of a note as text, for names of locks and messages. */
export function nameOf({ user, channelId, docId }: NoteKey): string {
  return JSON.stringify([user, channelId, docId]);
}

/** The number of contents that may have arrived and are remembered. */
const sentRemembered = 10;

/**
 * The draft to keep in place of the one found; null where another tab wrote that. Shared by every way to keep notes.
 */
export function replaced(key: NoteKey, draft: Draft, over: KeptBefore | null, found: KeptNote | null): KeptNote | null {
  if (found !== null && found.stamp !== over?.stamp) return null;
  const { user, channelId, docId } = key;
  const { content, base } = draft;
  // A draft no longer stored here was sent by another tab and acknowledged.
  const arrived = found === null && over !== null ? [over.content] : [];
  const sent = withSent({ sent: [...draft.sent, ...(found?.sent ?? [])] }, ...arrived);
  return { user, channelId, docId, content, base, sent, stamp: newId() };
}

/** The sent contents of a draft, with these as well. */
export function withSent({ sent }: Pick<Draft, 'sent'>, ...contents: string[]): string[] {
  return [...new Set([...sent, ...contents])].slice(-sentRemembered);
}
