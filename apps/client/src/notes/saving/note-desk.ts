import { noteAutosaveMs } from '@sidetone/contract/rules/screen-timing.ts';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { KeptBefore, KeptNotes, NoteKey } from '../kept/kept-notes.ts';
import { nameOf } from '../kept/kept-notes.ts';
import type { NoteNews, NoteNewsLine } from '../kept/note-news.ts';
import type { NoteSender, Sent } from '../kept/note-sender.ts';
import { type NoteEffect, type NoteEvent, type NoteState, noteStep, type ServerNote, unopened } from './note-state.ts';

export interface DeskDeps {
  readonly kept: KeptNotes;
  readonly line: NoteNewsLine;
  readonly sender: NoteSender;
  /** Sends without waiting for anyone, while the page goes away; whether it arrives nobody will know. */
  sendUrgently(key: NoteKey, note: { content: string; revision: number }): void;
}

/** An open note: what people do with it, and what becomes of that. */
export interface NoteDesk {
  readonly state: StoreApi<NoteState>;
  /** Hears what others tell of this note, until the returned function is called: then what is not sent is sent. */
  attend(): () => void;
  /** The note as the server says it is. */
  hear(note: ServerNote): void;
  type(content: string): void;
  /** Sends now what would be sent soon. */
  flush(): void;
  /** The page goes away: sends what can still be sent. */
  leavePage(): void;
  choose(version: 'mine' | 'theirs' | 'both'): void;
  /** Deletes the note here and on the server. Throws ApiError. */
  remove(): Promise<void>;
}

/** Opens a note of which the server says `note`. */
export function noteDesk(deps: DeskDeps, key: NoteKey, note: ServerNote): NoteDesk {
  const { kept, line, sender } = deps;
  const state = createStore<NoteState>(() => noteStep(unopened, { is: 'heard', note }).state);
  let heard = note;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** What is kept, as far as this tab knows. */
  let before: KeptBefore | null = null;
  let wanted: 'keep' | 'forget' | null = null;
  let keeping: Promise<void> | null = null;
  let sending: Promise<void> = Promise.resolve();

  const perform: Record<NoteEffect, () => void> = {
    keep: () => store('keep'),
    forget: () => store('forget'),
    send() {
      sending = send();
    },
    sendSoon() {
      clearTimeout(timer);
      timer = setTimeout(flush, noteAutosaveMs);
    },
  };

  function tell(event: NoteEvent): void {
    const step = noteStep(state.getState(), event);
    state.setState(step.state, true);
    for (const effect of step.effects) perform[effect]();
  }

  /** One after the other; of what was wished meanwhile only the last counts. */
  function store(what: 'keep' | 'forget'): void {
    wanted = what;
    keeping ??= storeAll().finally(() => {
      keeping = null;
    });
  }

  async function storeAll(): Promise<void> {
    while (wanted !== null) {
      const next = wanted;
      wanted = null;
      const { draft } = state.getState();
      if (next === 'keep' && draft) {
        const done = await kept.keep(key, draft, before);
        const common = before?.content ?? draft.base.content;
        before = done.note;
        if (done.is === 'kept') line.tell({ is: 'changed', key, stamp: done.note.stamp });
        else tell({ is: 'overtaken', draft: done.note, common });
      }
      if (next === 'forget') await forget();
    }
  }

  /** Removes what this tab kept or followed. What another tab has kept since is theirs, and is followed instead. */
  async function forget(): Promise<void> {
    if (before !== null && (await kept.forget(key, before.stamp))) {
      before = null;
      line.tell({ is: 'changed', key, stamp: null });
      return;
    }
    const found = await kept.read(key);
    // What was typed here meanwhile is about to be kept, and meets theirs then.
    if (wanted !== null || state.getState().draft !== null) return;
    before = found;
    if (found !== null) tell({ is: 'followed', draft: found });
  }

  async function send(): Promise<void> {
    await keeping;
    const sent = await sender.send(key);
    if (sent.is === 'gone' || sent.is === 'nothing') await follow();
    // Nothing takes it any more where its call is gone, and what stays kept is told elsewhere.
    if (sent.is === 'gone' && state.getState().draft !== null) return tell({ is: 'sent', problem: 'refused' });
    tell(outcomeOf(sent));
  }

  /** Takes over what is kept, unless something newer is about to be. */
  async function follow(): Promise<void> {
    const found = await kept.read(key);
    if (keeping !== null || (found?.stamp ?? null) === (before?.stamp ?? null)) return;
    before = found;
    tell({ is: 'followed', draft: found });
  }

  function hearNews(news: NoteNews): void {
    if (nameOf(news.key) !== nameOf(key)) return;
    if (news.is === 'acknowledged') {
      if (before?.content === news.content) before = null;
      tell(news);
    } else if (news.is === 'changed') {
      if (keeping === null && news.stamp !== (before?.stamp ?? null)) void follow();
    } else if (!state.getState().sending) tell({ is: 'sent', problem: news.problem });
  }

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    tell({ is: 'due' });
  }

  return {
    state,
    attend() {
      const stopHearing = line.hear(hearNews);
      // What an earlier page left is sent at once.
      void follow().then(() => before !== null && timer === undefined && flush());
      return () => {
        flush();
        void sending.then(stopHearing);
      };
    },
    hear(next) {
      if (sameServerNote(next, heard)) return;
      heard = next;
      tell({ is: 'heard', note: next });
    },
    type: (content) => tell({ is: 'typed', content }),
    flush,
    leavePage() {
      const { draft, problem } = state.getState();
      if (draft && problem !== 'conflict') {
        deps.sendUrgently(key, { content: draft.content, revision: draft.base.revision });
      }
    },
    choose: (version) => tell({ is: 'chose', version }),
    async remove() {
      await sender.remove(key, () => state.getState().server.revision);
      tell({ is: 'deleted' });
    },
  };
}

function outcomeOf(sent: Sent): NoteEvent {
  if (sent.is !== 'failed') return { is: 'sent', problem: null };
  const { problem, theirs } = sent;
  return theirs ? { is: 'sent', problem, theirs } : { is: 'sent', problem };
}

function sameServerNote(one: ServerNote, other: ServerNote): boolean {
  return (
    one.revision === other.revision &&
    one.content === other.content &&
    one.updatedAt === other.updatedAt &&
    one.updatedBy === other.updatedBy
  );
}
