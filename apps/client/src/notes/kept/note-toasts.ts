import { type InboxRow, phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import i18next from 'i18next';
import { formatDay, formatTime } from '#i18n/format.ts';
import { session } from '#live/line/session.ts';
import { callZone } from '#live/queries/call-zone.ts';
import { readLive, watchLive } from '#live/queries/live.ts';
import { copyToClipboard } from '#ui/clipboard.ts';
import { toast, withdrawToast } from '#ui/toasts.ts';
import { type KeptNote, type NoteKey, nameOf } from './kept-notes.ts';
import { beginningOf, plainText } from './plain-text.ts';

/** The time that the live query may take to say which call it is, in milliseconds. */
const lookMs = 2_000;

/** Says that the server refuses a kept note as it is. It stays on this machine. */
export async function tellNotTaken(note: KeptNote, problem: 'refused' | 'tooLong'): Promise<void> {
  const which = await whichOf(note);
  if (!isOfReader(note)) return;
  const t = i18next.t;
  toast({
    id: `note ${nameOf(note)}`,
    tone: 'warn',
    title: problem === 'tooLong' ? t(($) => $.notes.notTaken.tooLong) : t(($) => $.notes.notTaken.refused),
    text: `${which} ${t(($) => $.notes.notTaken.stays)}`,
    action: { label: t(($) => $.notes.notTaken.copy), run: () => void copy(note.content) },
  });
}

/**
 * Says that a call was deleted whose note never arrived, until its writer has copied the text or closed the message:
 * then `onAnswered` is called. Users who sign out before that are told again later.
 */
export async function tellLost(note: KeptNote, onAnswered: () => void): Promise<void> {
  const which = await whichOf(note);
  if (!isOfReader(note)) return;
  const t = i18next.t;
  const id = toast({
    id: `note ${nameOf(note)}`,
    tone: 'error',
    title: t(($) => $.notes.notTaken.callGone),
    text: which,
    action: { label: t(($) => $.notes.notTaken.copy), run: () => copy(note.content) },
    stays: { onAnswered },
  });
  const stop = session.subscribe(() => {
    if (isOfReader(note)) return;
    stop();
    withdrawToast(id);
  });
}

/** A user who signed in in the meantime must not read another user's note. */
function isOfReader({ user }: NoteKey): boolean {
  const now = session.getState();
  return now.status === 'signedIn' && now.claims.webuserId === user;
}

/** Whether the text is in the clipboard now; the user is told in either case. */
async function copy(content: string): Promise<boolean> {
  const t = i18next.t;
  try {
    await copyToClipboard(plainText(content));
    toast({ tone: 'ok', title: t(($) => $.notes.notTaken.copied) });
    return true;
  } catch {
    toast({ tone: 'error', title: t(($) => $.notes.notTaken.notCopied) });
    return false;
  }
}

/** The call, as far as it may still be known: with whom and when, and the beginning of its note. */
async function whichOf(note: KeptNote): Promise<string> {
  const t = i18next.t;
  const row = await callOf(note);
  const begins = t(($) => $.notes.notTaken.begins, { words: beginningOf(note.content) });
  if (row === null) return begins;
  const language = i18next.language === 'de' ? 'de' : 'en';
  const name = row.remote.name ?? row.call.remotePhoneNumber ?? t(($) => $.callDetail.anonymous);
  const when = `${formatDay(row.day, language, new Date().getFullYear())}, ${formatTime(row.call.startedAt, language, callZone())}`;
  return `${t(($) => $.notes.notTaken.callWith, { name, when })} ${begins}`;
}

function callOf({ channelId, docId }: NoteKey) {
  const params = { channelId, docId };
  const found = () => readLive(phoneQueries.inboxEvent, params);
  return new Promise<InboxRow | null>((resolve) => {
    let stop = () => {};
    const end = () => {
      clearTimeout(timer);
      stop();
      resolve(found().rows[0] ?? null);
    };
    const look = () => found().status !== 'loading' && end();
    const timer = setTimeout(end, lookMs);
    stop = watchLive(phoneQueries.inboxEvent, params, look);
    look();
  });
}
