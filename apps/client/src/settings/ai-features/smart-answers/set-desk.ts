import type { SmartAnswerSet, SmartAnswerSetInput } from '@sidetone/contract/entities/smart-answers.ts';
import { smartAnswersAutosaveMs } from '@sidetone/contract/rules/screen-timing.ts';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { draftAfter, draftOf, inputOf, isSameSet, type SetDraft, tidied } from './set-draft.ts';

/** Why a set was not saved: out of reach, changed elsewhere, gone, beyond the plan's limit, or something else. */
export type SetFailure = 'away' | 'conflict' | 'gone' | 'full' | 'refused';

/** A draft that the server has not got yet, with the revision that it was written over. */
export interface KeptDraft {
  readonly draft: SetDraft;
  readonly rev: number;
}

export interface SetDeskDeps {
  /** Writes a set over its revision. Rejects with anything that `failureOf` can name. */
  write(set: SmartAnswerSetInput & { rev: number }, options?: { keepalive: boolean }): Promise<SmartAnswerSet>;
  /** Deletes the set, if it still has this revision. */
  remove(rev: number): Promise<unknown>;
  failureOf(error: unknown): SetFailure;
  /** Runs the task once the server may be within reach again; returns the way to stop waiting. */
  whenBack(run: () => void): () => void;
  /** The draft that is kept on this machine until the server has it. */
  readonly kept: { read(): KeptDraft | null; keep(draft: KeptDraft): void; forget(): void };
  newId(): string;
  /** The first change of a visit was saved. */
  onFirstSaved(): void;
  /** The plan's limit was reached elsewhere. */
  onFull(): void;
}

/** `saved`: the server has everything. `waiting`, `saving`: it will soon. Else why it has not. */
export type SetStatus = 'saved' | 'waiting' | 'saving' | SetFailure;

export interface SetDeskState {
  readonly draft: SetDraft;
  readonly status: SetStatus;
  /** A change was saved on this visit. */
  readonly hasSaved: boolean;
}

/** A set whose page is open: what is typed is saved by itself, one request after the other. */
export interface SetDesk {
  readonly state: StoreApi<SetDeskState>;
  change(draft: SetDraft): void;
  /** The set as the server has it, whenever that changes. */
  hear(set: SmartAnswerSet): void;
  /** Sends immediately what would be sent soon. */
  flush(): void;
  /** The page goes away: sends without waiting for an answer. */
  leavePage(): void;
  /** Which of two versions stays after both were changed. */
  choose(version: 'mine' | 'theirs'): void;
  /** The set was deleted on its page; nothing of it is saved any longer. */
  drop(): void;
  /**
   * Its page is left: tidies the set up, unless the page is open again by then. Resolves once the server has it, or it is
   * clear that it will not for now.
   */
  leave(title: () => string, isOpenAgain: () => boolean): Promise<void>;
}

/** So many requests without an answer are remembered. */
const mostUnanswered = 20;

type SavedSet = SmartAnswerSetInput & Pick<SmartAnswerSet, 'rev'>;

interface Desk {
  readonly deps: SetDeskDeps;
  readonly state: StoreApi<SetDeskState>;
  /** What the server has, as it said last or took from here. */
  base: SavedSet;
  /** A younger state of it that arrived while a request was on its way, or against which the draft stands. */
  heard: SavedSet | null;
  /** What was sent and not answered: perhaps the server has one of these. */
  unanswered: readonly SmartAnswerSetInput[];
  timer: ReturnType<typeof setTimeout> | undefined;
  stopWaiting: () => void;
  sending: Promise<void> | null;
  dropped: boolean;
}

/** Opens a set as the server has it, with the draft that an earlier visit left behind. */
export function openSet(deps: SetDeskDeps, set: SmartAnswerSet): SetDesk {
  const left = deps.kept.read();
  const desk: Desk = {
    deps,
    state: createStore<SetDeskState>(() => ({
      draft: left?.draft ?? draftOf(set, deps.newId()),
      status: 'saved',
      hasSaved: false,
    })),
    base: set,
    heard: null,
    unanswered: [],
    timer: undefined,
    stopWaiting: () => {},
    sending: null,
    dropped: false,
  };
  if (left !== null) resume(desk, left);
  return {
    state: desk.state,
    change: (draft) => change(desk, draft),
    hear: (heard) => hear(desk, heard),
    flush: () => flush(desk),
    leavePage: () => leavePage(desk),
    choose: (version) => choose(desk, version),
    drop: () => drop(desk),
    leave: (title, isOpenAgain) => leave(desk, title, isOpenAgain),
  };
}

const statusOf = (desk: Desk) => desk.state.getState().status;
const draftNow = (desk: Desk) => desk.state.getState().draft;
const isSaved = (desk: Desk) => isSameSet(inputOf(draftNow(desk)), inputOf(draftOf(desk.base, '')));
const become = (desk: Desk, status: SetStatus) => desk.state.setState({ status });

function resume(desk: Desk, left: KeptDraft): void {
  if (isSaved(desk)) desk.deps.kept.forget();
  else if (left.rev === desk.base.rev) sendSoon(desk);
  else {
    desk.heard = desk.base;
    become(desk, 'conflict');
  }
}

function change(desk: Desk, draft: SetDraft): void {
  desk.state.setState({ draft });
  desk.deps.kept.keep({ draft, rev: desk.base.rev });
  if (statusOf(desk) !== 'conflict' && statusOf(desk) !== 'gone') sendSoon(desk);
}

function sendSoon(desk: Desk): void {
  clearTimeout(desk.timer);
  if (statusOf(desk) !== 'saving') become(desk, 'waiting');
  desk.timer = setTimeout(() => flush(desk), smartAnswersAutosaveMs);
}

function flush(desk: Desk): void {
  if (desk.timer === undefined) return;
  clearTimeout(desk.timer);
  desk.timer = undefined;
  desk.sending ??= send(desk).finally(() => {
    desk.sending = null;
    catchUp(desk);
  });
}

/** Sends until the server has what stands in the fields, or does not take it. */
async function send(desk: Desk): Promise<void> {
  const { deps } = desk;
  desk.stopWaiting();
  while (!desk.dropped && !isSaved(desk)) {
    const sent = inputOf(draftNow(desk));
    desk.unanswered = [...desk.unanswered, sent].slice(-mostUnanswered);
    become(desk, 'saving');
    try {
      const { rev } = await deps.write({ ...sent, rev: desk.base.rev });
      desk.base = { ...sent, rev };
      desk.unanswered = [];
    } catch (error) {
      failed(desk, deps.failureOf(error));
      return;
    }
    if (!desk.state.getState().hasSaved) deps.onFirstSaved();
    desk.state.setState({ hasSaved: true });
    // What was typed meanwhile has its own 300 ms.
    if (desk.timer !== undefined) {
      deps.kept.keep({ draft: draftNow(desk), rev: desk.base.rev });
      become(desk, 'waiting');
      return;
    }
  }
  if (desk.dropped || desk.timer !== undefined) return;
  deps.kept.forget();
  become(desk, 'saved');
}

function failed(desk: Desk, failure: SetFailure): void {
  if (desk.dropped) return;
  become(desk, failure);
  if (failure === 'full') desk.deps.onFull();
  if (failure !== 'away') return;
  desk.stopWaiting = desk.deps.whenBack(() => statusOf(desk) === 'away' && sendNow(desk));
}

function sendNow(desk: Desk): void {
  sendSoon(desk);
  flush(desk);
}

function hear(desk: Desk, set: SmartAnswerSet): void {
  if (set.rev <= desk.base.rev || set.rev <= (desk.heard?.rev ?? 0)) return;
  desk.heard = set;
  if (desk.sending === null) catchUp(desk);
}

/** Looks at what was heard while a request was on its way. */
function catchUp(desk: Desk): void {
  const { heard } = desk;
  if (heard === null || desk.dropped) return;
  if (heard.rev <= desk.base.rev) {
    desk.heard = null;
    return;
  }
  const mine = inputOf(draftNow(desk));
  const theirs = inputOf(draftOf(heard, ''));
  const wasSaved = isSaved(desk);
  const isOurs = desk.unanswered.some((sent) => isSameSet(theirs, sent));
  const isOnlyNewer = isOurs || isSameSet(theirs, inputOf(draftOf(desk.base, '')));
  if (!wasSaved && !isOnlyNewer && !isSameSet(mine, theirs)) {
    clearTimeout(desk.timer);
    desk.timer = undefined;
    become(desk, 'conflict');
    return;
  }
  desk.base = heard;
  desk.heard = null;
  if (wasSaved && !isSameSet(mine, theirs)) {
    desk.state.setState({ draft: draftAfter(draftNow(desk), heard, desk.deps.newId()) });
  }
  if (isSaved(desk)) settle(desk);
  else if (desk.timer === undefined) sendNow(desk);
}

function settle(desk: Desk): void {
  clearTimeout(desk.timer);
  desk.timer = undefined;
  desk.deps.kept.forget();
  become(desk, 'saved');
}

function choose(desk: Desk, version: 'mine' | 'theirs'): void {
  const { heard } = desk;
  if (statusOf(desk) !== 'conflict' || heard === null) return;
  desk.base = heard;
  desk.heard = null;
  if (version === 'theirs') {
    desk.state.setState({ draft: draftOf(heard, desk.deps.newId()) });
    settle(desk);
  } else sendNow(desk);
}

function leavePage(desk: Desk): void {
  if (desk.dropped || isSaved(desk) || statusOf(desk) === 'conflict') return;
  // Whether it arrives is not known here; the draft is kept, and the next visit compares.
  desk.deps.write({ ...inputOf(draftNow(desk)), rev: desk.base.rev }, { keepalive: true }).catch(() => {});
}

function drop(desk: Desk): void {
  desk.dropped = true;
  clearTimeout(desk.timer);
  desk.timer = undefined;
  desk.stopWaiting();
  desk.deps.kept.forget();
}

async function leave(desk: Desk, title: () => string, isOpenAgain: () => boolean): Promise<void> {
  flush(desk);
  await desk.sending;
  const isOver = desk.dropped || statusOf(desk) === 'conflict' || statusOf(desk) === 'gone';
  if (isOver || isOpenAgain()) return;
  const left = tidied(draftNow(desk), title);
  if (left !== null) {
    if (isSameSet(left, inputOf(draftNow(desk)))) return;
    change(desk, { ...draftNow(desk), title: left.title ?? '' });
    flush(desk);
    await desk.sending;
    return;
  }
  try {
    await desk.deps.remove(desk.base.rev);
    drop(desk);
  } catch (error) {
    // The server tidies up by night what stays here.
    failed(desk, desk.deps.failureOf(error));
  }
}
