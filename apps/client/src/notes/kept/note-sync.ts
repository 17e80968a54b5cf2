import { type KeptNote, type KeptNotes, type NoteKey, nameOf } from './kept-notes.ts';
import type { NoteNewsLine } from './note-news.ts';
import type { NoteSender, Sent } from './note-sender.ts';

export interface SyncDeps {
  readonly kept: KeptNotes;
  readonly line: NoteNewsLine;
  readonly sender: NoteSender;
  /** Tells at once and from then on who is signed in; returns the way to stop. */
  watchUser(onUser: (user: string | null) => void): () => void;
  /** Tells whenever the server may be there again after it was not. */
  watchChances(onChance: () => void): () => void;
  /** Tells once the server answers again, and after a while in any case. */
  awaitServer(onBack: () => void): () => void;
  /** Someone else wrote over what was kept, and nobody looks at that note. */
  onConflict(key: NoteKey): void;
  /** The server will not take what was kept as it is. It stays kept. */
  onNotTaken(note: KeptNote, problem: 'refused' | 'tooLong'): void;
}

/**
 * Sends the drafts of the signed-in user: at the start, when they sign in, whenever the server may be there again.
 * What is kept of others waits for them. Returns the way to stop.
 */
export function noteSync(deps: SyncDeps): () => void {
  const { kept, line, sender } = deps;
  /** Notes that only someone can help, by the stamp of what did not arrive. */
  const stuck = new Map<string, string>();
  let user: string | null = null;
  let running = false;
  let again = false;
  let stopWaiting: (() => void) | null = null;

  async function sendAll(): Promise<void> {
    again = true;
    if (running) return;
    running = true;
    while (again && user !== null) {
      again = false;
      if (!(await sendThoseOf(user))) wait();
    }
    running = false;
  }

  /** False where the server was not there. */
  async function sendThoseOf(whom: string): Promise<boolean> {
    for (const note of await kept.all(whom)) {
      if (user !== whom) return true;
      if (stuck.get(nameOf(note)) === note.stamp) continue;
      const unsent = whyUnsent(await sender.send(note));
      if (unsent === 'unreachable') return false;
      if (unsent === null) continue;
      // Told once; what stays kept of it waits for an answer.
      stuck.set(nameOf(note), note.stamp);
      if (unsent !== 'gone') tellProblem(deps, note, unsent);
    }
    return true;
  }

  function wait(): void {
    stopWaiting?.();
    stopWaiting = deps.awaitServer(chance);
  }

  function chance(): void {
    stopWaiting?.();
    stopWaiting = null;
    void sendAll();
  }

  const stops = [
    deps.watchUser((next) => {
      if (next === user) return;
      user = next;
      if (user !== null) chance();
    }),
    deps.watchChances(chance),
    line.hear((news) => {
      if (news.is === 'failed' && news.problem === 'unreachable' && news.key.user === user && !running) wait();
    }),
  ];
  return () => {
    user = null;
    for (const stop of stops) stop();
    stopWaiting?.();
  };
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
