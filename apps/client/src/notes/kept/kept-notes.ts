import { newId } from '#platform/new-id.ts';
import type { Draft } from '../saving/note-state.ts';

/** Which note of whom. */
export interface NoteKey {
  /** The web user who writes; nobody else ever sees it. */
  readonly user: string;
  readonly channelId: string;
  readonly docId: string;
}

/** A draft as it is kept on this machine until the server has it. */
export interface KeptNote extends Draft, NoteKey {
  /** Another one for each change of the content. */
  readonly stamp: string;
}

/** What a tab kept last of a note. */
export type KeptBefore = Pick<KeptNote, 'stamp' | 'content'>;

/** What `keep` did: kept it, or found that another tab was faster. */
type Keeping = { readonly is: 'kept'; readonly note: KeptNote } | { readonly is: 'overtaken'; readonly note: KeptNote };

/**
 * Notes that the server has not acknowledged, over all tabs of this browser. Everything that depends on what is kept
 * happens in one transaction, so that tabs cannot undo each other's work.
 */
export interface KeptNotes {
  /** False where what is kept is lost with the page. */
  readonly lasts: boolean;
  read(key: NoteKey): Promise<KeptNote | null>;
  /** All notes of one user. */
  all(user: string): Promise<KeptNote[]>;
  /** Keeps a draft in place of what this tab kept before, or where none is kept. */
  keep(key: NoteKey, draft: Draft, over: KeptBefore | null): Promise<Keeping>;
  /** Changes what a draft is written over and what was sent of it, if it is still kept; the content stays. */
  amend(key: NoteKey, change: (draft: Draft) => Pick<Draft, 'base' | 'sent'>): Promise<void>;
  /** Removes a draft, with `stamp` only where nobody has written since; answers whether none is left. */
  forget(key: NoteKey, stamp?: string): Promise<boolean>;
}

/** The same key for a note in names of locks and messages. */
export function nameOf({ user, channelId, docId }: NoteKey): string {
  return JSON.stringify([user, channelId, docId]);
}

/** Contents that may have arrived are remembered so far back. */
const sentRemembered = 10;

/** What is to be kept in place of what was found; null where another tab wrote it. Shared by every way to keep notes. */
export function replaced(key: NoteKey, draft: Draft, over: KeptBefore | null, found: KeptNote | null): KeptNote | null {
  if (found !== null && found.stamp !== over?.stamp) return null;
  const { user, channelId, docId } = key;
  const { content, base } = draft;
  // What is no longer kept was sent by another tab, and arrived.
  const arrived = found === null && over !== null ? [over.content] : [];
  const sent = withSent({ sent: [...draft.sent, ...(found?.sent ?? [])] }, ...arrived);
  return { user, channelId, docId, content, base, sent, stamp: newId() };
}

/** What was sent of a draft, and this as well. */
export function withSent({ sent }: Pick<Draft, 'sent'>, ...contents: string[]): string[] {
  return [...new Set([...sent, ...contents])].slice(-sentRemembered);
}
