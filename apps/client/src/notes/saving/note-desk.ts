import { noteAutosaveMs } from '@sidetone/contract/rules/screen-timing.ts';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { KeptBefore, KeptNotes, NoteKey } from '../kept/kept-notes.ts';
import { nameOf } from '../kept/kept-notes.ts';
import type { NoteNews, NoteNewsLine } from '../kept/note-news.ts';
import type { NoteSender, Sent } from '../kept/note-sender.ts';
import {
  type Draft,
  type NoteEffect,
  type NoteEvent,
  type NoteState,
  noteStep,
  type ServerNote,
  unopened,
} from './note-state.ts';

export interface DeskDeps {
  readonly kept: KeptNotes;
  readonly line: NoteNewsLine;
  readonly sender: NoteSender;
  /** Sends without waiting for an answer while the page goes away; it is never known here whether it arrives. */
  sendUrgently(key: NoteKey, note: { content: string; revision: number }): void;
}

/** An open note: the actions of its writer, and its state. */
export interface NoteDesk {
  readonly state: StoreApi<NoteState>;
  /** Follows the news about this note until the returned function is called: then unsent text is sent. */
  attend(): () => void;
  /** The note as the server says it is. */
  hear(note: ServerNote): void;
  type(content: string): void;
  /** Sends now the text that would be sent soon. */
  flush(): void;
  /** The page goes away: sends everything that can still be sent. */
  leavePage(): void;
  choose(version: 'mine' | 'theirs' | 'both'): void;
  /** Deletes the note here and on the server. Throws ApiError. */
  remove(): Promise<void>;
}

interface Desk {
  readonly deps: DeskDeps;
  readonly key: NoteKey;
  readonly state: StoreApi<NoteState>;
  /** The note as the server last said it is. */
  heard: ServerNote;
  /** Runs while something is to be sent soon. */
  timer: ReturnType<typeof setTimeout> | undefined;
  /** The kept draft, as far as this tab knows. */
  before: KeptBefore | null;
  /** The next thing to do with the kept draft, once the work under way is done. */
  wanted: 'keep' | 'forget' | null;
  keeping: Promise<void> | null;
  sending: Promise<void>;
}

/** Opens a note as the server has it. */
export function noteDesk(deps: DeskDeps, key: NoteKey, note: ServerNote): NoteDesk {
  const desk: Desk = {
    deps,
    key,
    state: createStore<NoteState>(() => noteStep(unopened, { is: 'heard', note }).state),
    heard: note,
    timer: undefined,
    before: null,
    wanted: null,
    keeping: null,
    sending: Promise.resolve(),
  };
  return {
    state: desk.state,
    attend: () => attend(desk),
    hear(next) {
      if (sameServerNote(next, desk.heard)) return;
      desk.heard = next;
      tell(desk, { is: 'heard', note: next });
    },
    type: (content) => tell(desk, { is: 'typed', content }),
    flush: () => flush(desk),
    leavePage: () => leavePage(desk),
    choose: (version) => tell(desk, { is: 'chose', version }),
    async remove() {
      await deps.sender.remove(key, () => desk.state.getState().server.revision);
      tell(desk, { is: 'deleted' });
    },
  };
}

const perform: Record<NoteEffect, (desk: Desk) => void> = {
  keep: (desk) => store(desk, 'keep'),
  forget: (desk) => store(desk, 'forget'),
  send(desk) {
    desk.sending = send(desk);
  },
  sendSoon(desk) {
    clearTimeout(desk.timer);
    desk.timer = setTimeout(() => flush(desk), noteAutosaveMs);
  },
};

function tell(desk: Desk, event: NoteEvent): void {
  const step = noteStep(desk.state.getState(), event);
  desk.state.setState(step.state, true);
  for (const effect of step.effects) perform[effect](desk);
}

function attend(desk: Desk): () => void {
  const stopHearing = desk.deps.line.hear((news) => hearNews(desk, news));
  // A draft from an earlier page is sent immediately.
  void follow(desk).then(() => desk.before !== null && desk.timer === undefined && flush(desk));
  return () => {
    flush(desk);
    void desk.sending.then(stopHearing);
  };
}

function flush(desk: Desk): void {
  clearTimeout(desk.timer);
  desk.timer = undefined;
  tell(desk, { is: 'due' });
}

function leavePage({ deps, key, state }: Desk): void {
  const { draft, problem } = state.getState();
  if (draft && problem !== 'conflict') {
    deps.sendUrgently(key, { content: draft.content, revision: draft.base.revision });
  }
}

/** One after the other; of several wishes in the meantime only the last counts. */
function store(desk: Desk, what: 'keep' | 'forget'): void {
  desk.wanted = what;
  desk.keeping ??= storeAll(desk).finally(() => {
    desk.keeping = null;
  });
}

async function storeAll(desk: Desk): Promise<void> {
  while (desk.wanted !== null) {
    const next = desk.wanted;
    desk.wanted = null;
    const { draft } = desk.state.getState();
    if (next === 'keep' && draft) await keep(desk, draft);
    if (next === 'forget') await forget(desk);
  }
}

async function keep(desk: Desk, draft: Draft): Promise<void> {
  const { deps, key, before } = desk;
  const done = await deps.kept.keep(key, draft, before);
  const common = desk.before?.content ?? draft.base.content;
  desk.before = done.note;
  if (done.is === 'kept') deps.line.tell({ is: 'changed', key, stamp: done.note.stamp });
  else tell(desk, { is: 'overtaken', draft: done.note, common });
}

/**
 * Removes the draft that this tab kept or followed. A draft that another tab has kept since is theirs, and is followed
 * instead.
 */
async function forget(desk: Desk): Promise<void> {
  const { deps, key } = desk;
  if (desk.before !== null && (await deps.kept.forget(key, desk.before.stamp))) {
    desk.before = null;
    deps.line.tell({ is: 'changed', key, stamp: null });
    return;
  }
  const found = await deps.kept.read(key);
  // A draft typed here in the meantime is about to be kept, and meets theirs then.
  if (desk.wanted !== null || desk.state.getState().draft !== null) return;
  desk.before = found;
  if (found !== null) tell(desk, { is: 'followed', draft: found });
}

async function send(desk: Desk): Promise<void> {
  await desk.keeping;
  const sent = await desk.deps.sender.send(desk.key);
  if (sent.is === 'gone' || sent.is === 'nothing') await follow(desk);
  // A draft about a deleted call is no longer sent; its user is told elsewhere that it stays kept.
  if (sent.is === 'gone' && desk.state.getState().draft !== null) return tell(desk, { is: 'sent', problem: 'refused' });
  tell(desk, outcomeOf(sent));
}

/** Takes over the kept draft, unless a newer one is about to be kept. */
async function follow(desk: Desk): Promise<void> {
  const found = await desk.deps.kept.read(desk.key);
  if (desk.keeping !== null || (found?.stamp ?? null) === (desk.before?.stamp ?? null)) return;
  desk.before = found;
  tell(desk, { is: 'followed', draft: found });
}

function hearNews(desk: Desk, news: NoteNews): void {
  if (nameOf(news.key) !== nameOf(desk.key)) return;
  if (news.is === 'acknowledged') {
    if (desk.before?.content === news.content) desk.before = null;
    tell(desk, news);
  } else if (news.is === 'changed') {
    if (desk.keeping === null && news.stamp !== (desk.before?.stamp ?? null)) void follow(desk);
  } else if (!desk.state.getState().sending) tell(desk, { is: 'sent', problem: news.problem });
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
