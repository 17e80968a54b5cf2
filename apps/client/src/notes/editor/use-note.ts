import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { newestNote } from '../kept/acknowledged-notes.ts';
import { kept, line, sender, sendUrgently, serverNote } from '../kept/browser-notes.ts';
import { type NoteDesk, noteDesk } from '../saving/note-desk.ts';
import type { NoteState } from '../saving/note-state.ts';
import { openHere } from '../saving/open-here.ts';

/** The note of a call for as long as it is shown: its state, and its actions. */
export function useNote(row: InboxRow, user: string): { desk: NoteDesk; note: NoteState; lasts: boolean } {
  const [key] = useState(() => ({ user, channelId: row.channelId, docId: row.id }));
  const [desk] = useState(() =>
    noteDesk({ kept, line, sender, sendUrgently }, key, newestNote(key, serverNote(row.documentation.note))),
  );
  const onServer = row.documentation.note;
  useEffect(() => desk.hear(newestNote(key, serverNote(onServer))), [desk, key, onServer]);

  useEffect(() => {
    const leave = desk.attend();
    const close = openHere(key);
    const hide = () => document.hidden && desk.flush();
    const stay = (event: BeforeUnloadEvent) => {
      if (!kept.lasts && desk.state.getState().draft !== null) event.preventDefault();
    };
    document.addEventListener('visibilitychange', hide);
    addEventListener('pagehide', desk.leavePage);
    addEventListener('beforeunload', stay);
    return () => {
      document.removeEventListener('visibilitychange', hide);
      removeEventListener('pagehide', desk.leavePage);
      removeEventListener('beforeunload', stay);
      close();
      leave();
    };
  }, [desk, key]);

  return { desk, note: useStore(desk.state), lasts: kept.lasts };
}
