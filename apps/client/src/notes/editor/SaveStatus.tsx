import { dayOf, formatDay, formatTime } from '#i18n/format.ts';
import type { Language } from '#i18n/language.ts';
import { useWords } from '#i18n/use-words.ts';
import type { NoteState } from '../saving/note-state.ts';

/** Whether a note is saved, in words; announced politely once it is, and not with each pause in writing. */
export function SaveStatus({ note, lasts }: { note: NoteState; lasts: boolean }) {
  const { t, language } = useWords();
  const words = wordsOf();
  const isTold = note.status === 'SAVED' || note.status === 'ERROR';
  return (
    <>
      <span aria-hidden={isTold}>{words}</span>
      <span role="status" className="sr-only">
        {isTold ? words : ''}
      </span>
    </>
  );

  function wordsOf(): string {
    switch (note.status) {
      case 'IDLE':
        return '';
      case 'TYPING':
        return t(($) => $.notes.status.saving);
      case 'SAVED': {
        const { updatedAt } = note.server;
        if (updatedAt === null) return t(($) => $.notes.status.savedOnline);
        return t(($) => $.notes.status.saved, { when: formatWhen(updatedAt, language, new Date()) });
      }
      case 'ERROR': {
        const problem = note.problem ?? 'unreachable';
        if (lasts) return `${t(($) => $.notes.status.savedLocally)}. ${t(($) => $.notes.why[problem])}`;
        const why = t(($) => $.notes.why[problem === 'unreachable' ? 'notKept' : problem]);
        return `${t(($) => $.notes.status.notSaved)}. ${why}`;
      }
    }
  }
}

/** The time, with its day where that is not today. */
function formatWhen(moment: string, language: Language, now: Date): string {
  const at = new Date(moment);
  const time = formatTime(moment, language);
  if (dayOf(at) === dayOf(now)) return time;
  return `${formatDay(dayOf(at), language, now.getFullYear())}, ${time}`;
}
