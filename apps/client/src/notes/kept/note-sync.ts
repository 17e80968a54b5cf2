import { type KeptNote, type KeptNotes, type NoteKey, nameOf } from './kept-notes.ts';
import type { NoteNewsLine } from './note-news.ts';
import type { NoteSender, Sent } from './note-sender.ts';

export interface SyncDeps {
  readonly kept: KeptNotes;
  readonly line: NoteNewsLine;
  readonly sender: NoteSender;
  /** Tells immediately and from then on who is signed in; returns the way to stop. */
  watchUser(onUser: (user: string | null) => void): () => void;
  /** Tells whenever the server may be there again after it was not. */
  watchChances(onChance: () => void): () => void;
  /** Tells once the server answers again, and after a while in any case. */
  awaitServer(onBack: () => void): () => void;
  /** Another user changed the note of a kept draft, and that note is not open. */
  onConflict(key: NoteKey): void;
  /** The server refuses the kept draft as it is. It stays kept. */
  onNotTaken(note: KeptNote, problem: 'refused' | 'tooLong'): void;
}

interface Sync {
  readonly deps: SyncDeps;
  /** Notes that only their writers can help, by the stamp of the draft that was refused. */
  readonly stuck: Map<string, string>;
  user: string | null;
  isRunning: boolean;
  /** Something may have come up since the drafts were read. */
  isDue: boolean;
  stopWaiting: (() => void) | null;
}

/**
 * Sends the drafts of the signed-in user: at the start, when they sign in, whenever the server may be there again.
 * Drafts of other users wait for them. Returns the way to stop.
 */
export function noteSync(deps: SyncDeps): () => void {
  const sync: Sync = { deps, stuck: new Map(), user: null, isRunning: false, isDue: false, stopWaiting: null };
  const stops = [
    deps.watchUser((next) => {
      if (next === sync.user) return;
      sync.user = next;
      if (next !== null) takeChance(sync);
    }),
    deps.watchChances(() => takeChance(sync)),
    deps.line.hear((news) => {
      const isMine = news.is === 'failed' && news.problem === 'unreachable' && news.key.user === sync.user;
      if (isMine && !sync.isRunning) wait(sync);
    }),
  ];
  return () => {
    sync.user = null;
    for (const stop of stops) stop();
    sync.stopWaiting?.();
  };
}

function takeChance(sync: Sync): void {
  sync.stopWaiting?.();
  sync.stopWaiting = null;
  void sendAll(sync);
}

function wait(sync: Sync): void {
  sync.stopWaiting?.();
  sync.stopWaiting = sync.deps.awaitServer(() => takeChance(sync));
}

async function sendAll(sync: Sync): Promise<void> {
  sync.isDue = true;
  if (sync.isRunning) return;
  sync.isRunning = true;
  while (sync.isDue && sync.user !== null) {
    sync.isDue = false;
    if (!(await sendThoseOf(sync, sync.user))) wait(sync);
  }
  sync.isRunning = false;
}

/** False where the server was not there. */
async function sendThoseOf(sync: Sync, user: string): Promise<boolean> {
  const { deps, stuck } = sync;
  for (const note of await deps.kept.all(user)) {
    if (sync.user !== user) return true;
    if (stuck.get(nameOf(note)) === note.stamp) continue;
    const unsent = whyUnsent(await deps.sender.send(note));
    if (unsent === 'unreachable') return false;
    if (unsent === null) continue;
    // Told once; the draft stays kept and waits for an answer.
    stuck.set(nameOf(note), note.stamp);
    if (unsent !== 'gone') tellProblem(deps, note, unsent);
  }
  return true;
}

type Problem = Extract<Sent, { is: 'failed' }>['problem'];

function whyUnsent(sent: Sent): Problem | 'gone' | null {
  if (sent.is === 'failed') return sent.problem;
  return sent.is === 'gone' ? 'gone' : null;
}

function tellProblem(deps: SyncDeps, note: KeptNote, problem: Exclude<Problem, 'unreachable'>): void {
  if (problem === 'conflict') deps.onConflict(note);
  else deps.onNotTaken(note, problem);
}
