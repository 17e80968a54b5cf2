import type { CustomWord, CustomWords } from '@sidetone/contract/entities/feature.ts';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type ApiErrorCode, codeOf } from '#live/line/api-error.ts';
import {
  isSameList,
  listOf,
  merged,
  type Pasted,
  pasted,
  problemsOf,
  type Rows,
  switched,
  typed,
  withoutBlank,
  withRoom,
} from './word-rows.ts';

/** The pause in typing after which the list is saved, in milliseconds. */
export const saveAfterMs = 500;
/** Somebody else may write again while what they wrote is read. */
const attempts = 4;
/** So many requests without an answer are remembered. */
const mostUnanswered = 20;

/** What was typed and is not known to have arrived, and the list that it was typed over. */
export interface Draft {
  readonly base: readonly CustomWord[];
  readonly rows: readonly CustomWord[];
}

export interface DeskDeps {
  /** Writes the whole list on the server. Throws ApiError. */
  write(list: CustomWords): Promise<CustomWords>;
  /** The same while the page goes away; it is never known here whether it arrives. */
  writeUrgently(list: CustomWords): void;
  /** The list as it is on the server. Throws ApiError. */
  read(): Promise<CustomWords>;
  /** Keeps the draft in this browser. */
  readonly kept: { read(): Draft | null; write(draft: Draft | null): void };
  newId(): string;
  /** Runs this once when another attempt may succeed. */
  whenReachable(run: () => void): void;
  /** The first change of a visit was saved. */
  onFirstSaved(): void;
  /** A colleague has changed the list since it was read; both changes are in it. */
  onBoth(): void;
  onRefused(code: ApiErrorCode): void;
}

export interface DeskState {
  /** Null until the list is known. */
  readonly rows: Rows | null;
  /** `kept`: in this browser alone, until the server is reached. */
  readonly status: 'still' | 'saved' | 'kept' | 'refused';
  readonly savedAt: Date | null;
}

/** The list of words as it is edited here; it saves itself. */
export interface WordsDesk {
  readonly state: StoreApi<DeskState>;
  /** The list as the server says it is. */
  hear(list: CustomWords): void;
  type(id: string, value: string): void;
  turn(id: string, enabled: boolean): void;
  paste(id: string, lines: readonly string[]): Pasted | null;
  /** The row that somebody is in. */
  enter(id: string | null): void;
  /** Saves now what would be saved soon. */
  flush(): void;
  /** The page is opened: a new visit. */
  open(): void;
  /** The page is closed: saves, and forgets rows that were cleared. */
  close(): void;
  /** The page goes away. */
  leavePage(): void;
}

const refusals: readonly ApiErrorCode[] = ['FORBIDDEN', 'NOT_FOUND', 'BAD_REQUEST', 'VALIDATION_FAILED'];

interface Desk {
  readonly deps: DeskDeps;
  readonly state: StoreApi<DeskState>;
  base: CustomWords;
  edited: string | null;
  timer: ReturnType<typeof setTimeout> | undefined;
  isSending: boolean;
  /** What was sent and not answered, the newest last: perhaps the server has one of these. */
  unanswered: readonly (readonly CustomWord[])[];
  /** A younger list that came while one was being sent. */
  heard: CustomWords | null;
  /** In this visit. */
  hasSaved: boolean;
}

/** Opens the list of an account for one user. */
export function wordsDesk(deps: DeskDeps): WordsDesk {
  const state = createStore<DeskState>(() => ({ rows: null, status: 'still', savedAt: null }));
  const desk: Desk = {
    deps,
    state,
    base: { words: [], rev: -1 },
    edited: null,
    timer: undefined,
    isSending: false,
    unanswered: [],
    heard: null,
    hasSaved: false,
  };
  const change = (make: (rows: Rows) => Rows) => {
    const { rows } = state.getState();
    if (rows !== null) changed(desk, make(rows));
  };
  return {
    state,
    hear: (list) => hear(desk, list),
    type: (id, value) => change((rows) => typed(rows, id, value)),
    turn: (id, enabled) => change((rows) => switched(rows, id, enabled)),
    paste(id, lines) {
      const { rows } = state.getState();
      if (rows === null) return null;
      const made = pasted(rows, id, lines, deps.newId);
      changed(desk, made.rows);
      return made;
    },
    enter(id) {
      desk.edited = id;
    },
    flush: () => void send(desk),
    open() {
      desk.hasSaved = false;
    },
    close() {
      desk.edited = null;
      if (state.getState().rows !== null) show(desk, withoutBlank(rowsOf(desk)));
      void send(desk);
    },
    leavePage() {
      if (!isSaved(desk)) deps.writeUrgently(listToSave(desk));
    },
  };
}

const rowsOf = ({ state }: Desk): Rows => state.getState().rows ?? [];
const listToSave = (desk: Desk): CustomWords => ({ words: [...listOf(rowsOf(desk))], rev: desk.base.rev });
const isSaved = (desk: Desk): boolean =>
  desk.state.getState().rows === null || isSameList(listOf(rowsOf(desk)), desk.base.words);

function show({ state, deps }: Desk, rows: Rows): void {
  state.setState({ rows: withRoom(rows, deps.newId) });
}

function hear(desk: Desk, list: CustomWords): void {
  const { rows } = desk.state.getState();
  if (rows !== null && list.rev <= desk.base.rev) return;
  // Until the answer has come, nobody knows whether this is our own list or was written over it.
  if (!desk.isSending) take(desk, list);
  else if (list.rev > (desk.heard?.rev ?? -1)) desk.heard = list;
}

/** Shows a younger list of the server together with what was changed here since the one before. */
function take(desk: Desk, list: CustomWords): void {
  const { deps, state, base, unanswered } = desk;
  const { rows } = state.getState();
  const isOurs = unanswered.some((sent) => isSameList(list.words, sent));
  const draft = rows === null ? deps.kept.read() : { rows, base: isOurs ? list.words : base.words };
  desk.base = list;
  show(desk, draft ? merged(draft.rows, draft.base, list.words, desk.edited) : list.words);
  keep(desk);
  if (!isSaved(desk)) soon(desk);
}

function changed(desk: Desk, rows: Rows): void {
  show(desk, rows);
  keep(desk);
  soon(desk);
}

/** What is not on the server is kept here, so that nothing is lost with the tab. */
function keep(desk: Desk): void {
  const rows = rowsOf(desk);
  const isAll = isSaved(desk) && problemsOf(rows).size === 0;
  desk.deps.kept.write(isAll ? null : { base: desk.base.words, rows });
}

function soon(desk: Desk): void {
  clearTimeout(desk.timer);
  desk.timer = setTimeout(() => void send(desk), saveAfterMs);
}

/** Saves until what is shown is on the server, one attempt at a time. */
async function send(desk: Desk): Promise<void> {
  clearTimeout(desk.timer);
  if (desk.isSending) return;
  desk.isSending = true;
  try {
    let left = attempts;
    while (!isSaved(desk) && left > 0) left = (await attempt(desk)) ? left - 1 : 0;
  } finally {
    desk.isSending = false;
    catchUp(desk);
    keep(desk);
  }
}

/** Takes what came while a list was being sent. */
function catchUp(desk: Desk): void {
  const { heard } = desk;
  desk.heard = null;
  if (heard !== null && heard.rev > desk.base.rev) take(desk, heard);
}

/** Whether another attempt makes sense, where there is more to save. */
async function attempt(desk: Desk): Promise<boolean> {
  const { deps, state } = desk;
  const list = listToSave(desk);
  const before = desk.unanswered;
  desk.unanswered = [...before, list.words].slice(-mostUnanswered);
  try {
    desk.base = await deps.write(list);
    desk.unanswered = [];
    state.setState({ status: 'saved', savedAt: new Date() });
    if (!desk.hasSaved) deps.onFirstSaved();
    desk.hasSaved = true;
    return true;
  } catch (error) {
    const code = codeOf(error);
    if (code === 'CONFLICT' || refusals.includes(code)) desk.unanswered = before;
    if (code === 'CONFLICT') return await meet(desk);
    if (refusals.includes(code)) {
      state.setState({ status: 'refused' });
      deps.onRefused(code);
    } else later(desk);
    return false;
  }
}

/** Somebody else has written: what they did and what was done here become one list. */
async function meet(desk: Desk): Promise<boolean> {
  const { deps, base } = desk;
  try {
    const now = await deps.read();
    // What we wrote ourselves while a page went away is nobody's change.
    const isTheirs = !isSameList(now.words, base.words) && !isSameList(now.words, listOf(rowsOf(desk)));
    if (now.rev > base.rev) take(desk, now);
    if (isTheirs) deps.onBoth();
    return true;
  } catch {
    later(desk);
    return false;
  }
}

function later(desk: Desk): void {
  desk.state.setState({ status: 'kept' });
  desk.deps.whenReachable(() => void send(desk));
}
