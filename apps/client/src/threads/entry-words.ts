import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import { useCallback } from 'react';
import { fullName, useColleagues } from '#contacts/colleagues.ts';
import { dayBefore, formatDay, formatTime } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import { useRowWords } from '#inbox/row-words.ts';
import { useCallZone } from '#live/queries/call-zone.ts';
import { noteText } from './note-text.ts';

export interface EntryWords {
  /** Incoming, outgoing, missed, missed with voicemail. */
  readonly direction: string;
  /** Its topic, else how it went. */
  readonly title: string;
  /** Which of us had the call; null where none had it. */
  readonly colleague: string | null;
  /** Its summary, or the words of its voicemail. */
  readonly text: string | null;
  readonly note: string | null;
  readonly topics: readonly string[];
  readonly time: string;
  /** The local time, in words; null where it is the same. */
  readonly localTime: string | null;
  readonly duration: string | null;
}

/** The words of an entry of a thread, in the language shown now; of today and yesterday only the time is said. */
export function useEntryWords(today: string): (row: InboxRow) => EntryWords {
  const { t, language } = useWords();
  const rowWords = useRowWords();
  const zone = useCallZone();
  const colleagues = useColleagues();
  return useCallback(
    (row) => {
      const { documentation, call, day } = row;
      const words = rowWords(row);
      const { rangSeconds, word } = words.status;
      const headline = textOf(documentation.callHeadline);
      const said = textOf(documentation.voicemail?.transcription);
      const { summary, note } = documentation;
      const owner = row.owner === null ? undefined : colleagues.get(row.owner);
      const time = formatTime(call.startedAt, language, zone);
      const year = Number(today.slice(0, 4));
      return {
        direction: words.direction,
        title: titled(),
        colleague: owner ? fullName(owner) : null,
        text: textOf(summary) ?? (said === null ? null : t(($) => $.threads.quoted, { text: said })),
        note: note?.status === 'success' ? noteText(note.content) || null : null,
        topics: summary?.status === 'success' ? summary.topics : [],
        time:
          day >= dayBefore(today)
            ? time
            : t(($) => $.threads.dayAndTime, { day: formatDay(day, language, year), time }),
        localTime: words.localTime,
        duration: words.duration,
      };

      function titled(): string {
        if (headline !== null) {
          return words.voicemail ? t(($) => $.threads.voicemailAbout, { headline }) : headline;
        }
        if (word === 'missed' && rangSeconds !== null) {
          return t(($) => $.threads.missedRang, { seconds: rangSeconds });
        }
        return t(($) => $.inbox.status[word]);
      }
    },
    [t, language, rowWords, colleagues, today, zone],
  );
}

/** The words of a part that is done, on one line. */
function textOf(part: { status: string; text: string | null } | null | undefined): string | null {
  return part?.status === 'success' ? (part.text ?? '').replace(/\s+/gu, ' ').trim() || null : null;
}
