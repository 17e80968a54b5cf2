import i18next from 'i18next';
import { toast } from '#ui/toasts.ts';
import { isOpenHere } from '../saving/open-here.ts';
import { awaitServer, kept, line, sender, watchChances, watchUser } from './browser-notes.ts';
import { nameOf } from './kept-notes.ts';
import { noteSync } from './note-sync.ts';
import { tellNotTaken } from './note-toasts.ts';

/** Starts sending the notes that this browser keeps. */
export function startSync(openCall?: (channelId: string, docId: string) => void): () => void {
  return noteSync({
    kept,
    line,
    sender,
    watchUser,
    watchChances,
    awaitServer,
    onNotTaken(note, problem) {
      // Readers of the note see why below it.
      if (!isOpenHere(note)) void tellNotTaken(note, problem);
    },
    onConflict(key) {
      // Readers of the note see both versions.
      if (isOpenHere(key)) return;
      const t = i18next.t;
      toast({
        id: `note ${nameOf(key)}`,
        tone: 'warn',
        title: t(($) => $.notes.conflict.waits),
        text: t(($) => $.notes.conflict.waitsMore),
        ...(openCall
          ? { action: { label: t(($) => $.notes.conflict.open), run: () => openCall(key.channelId, key.docId) } }
          : {}),
      });
    },
  });
}
