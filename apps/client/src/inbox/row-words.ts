import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import type { Remote } from '@sidetone/contract/entities/remote.ts';
import { useCallback } from 'react';
import { useReadNumber } from '#contacts/number-place.ts';
import { formatDuration, formatTime } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import { useCallZone } from '#live/queries/call-zone.ts';
import { talkSeconds } from './days.ts';
import { useLocalTime } from './local-time.ts';
import { type RowStatus, rowStatus } from './row-status.ts';
import { type VoicemailLook, voicemailLook } from './voicemail.ts';

export interface RowWords {
  name: string;
  /** The name is only a placeholder or a number: no initials are made of it. */
  named: boolean;
  /** The organisation, or that it is a colleague. */
  beside: string | null;
  /** Incoming, outgoing, missed, missed with voicemail. */
  direction: string;
  summary: string;
  /** In the time zone of the account. */
  time: string;
  /** The local time, in words; null where it is the same. */
  localTime: string | null;
  duration: string | null;
  status: RowStatus;
  /** The message that the caller left. */
  voicemail: VoicemailLook | null;
}

/**
 * Everything a row says, in the language shown now. The function changes only with the language, the time zone and the
 * number plan of the account.
 */
export function useRowWords(): (row: InboxRow) => RowWords {
  const { t, language } = useWords();
  const zone = useCallZone();
  const localTime = useLocalTime();
  const read = useReadNumber();
  return useCallback(
    (row) => {
      const { call, remote } = row;
      const { callBack } = call;
      const status = rowStatus(row);
      const dialled = call.remotePhoneNumber;
      const number = dialled === null ? null : read(dialled);
      const words = t(($) => $.inbox.status[status.word]);
      const rang = status.rangSeconds === null ? null : t(($) => $.inbox.status.rang, { seconds: status.rangSeconds });
      const voicemail = status.label === 'missedWithVoicemail' ? voicemailLook(row) : null;
      const said = saidOf(row);
      const parts = [
        callBack ? t(($) => $.inbox.callBack[callBack]) : null,
        status.withheld ? t(($) => $.inbox.status.numberWithheld) : remote.name === null ? null : number,
        // For a missed call its ringing time; for any other its word.
        status.word === 'missed' && rang !== null ? rang : words,
        status.word === 'noAnswer' ? rang : null,
      ];
      const behind = status.behind === 0 ? null : t(($) => $.inbox.status.behind, { count: status.behind });
      const summary =
        headlineOf(row) ??
        (voicemail && said !== null
          ? t(($) => $.inbox.status.voicemailSaid, { text: said })
          : capitalized(parts.filter((part) => part !== null).join(' · ')));
      const seconds = voicemail ? voicemail.seconds || null : talkSeconds(row);
      return {
        name: remote.name ?? number ?? t(($) => $.inbox.anonymous),
        named: remote.name !== null,
        beside: besideName(
          remote,
          t(($) => $.inbox.team),
        ),
        direction: t(($) => $.inbox.direction[status.unreached ? 'unreached' : status.label]),
        summary: [behind, summary].filter((part) => part !== null).join(' · '),
        time: formatTime(call.startedAt, language, zone),
        localTime: localTime(call.startedAt),
        duration: seconds === null ? null : formatDuration(seconds),
        status,
        voicemail,
      };
    },
    [t, language, zone, localTime, read],
  );
}

/** The topic of the call, where it is known. */
function headlineOf({ documentation: { callHeadline } }: InboxRow): string | null {
  return callHeadline?.status === 'success' ? (callHeadline.text?.trim() ?? '') || null : null;
}

/** The words of a voicemail on one line, where they are known. */
function saidOf({ documentation: { voicemail } }: InboxRow): string | null {
  const written = voicemail?.transcription;
  return written?.status === 'success' ? (written.text?.trim().replace(/\s+/gu, ' ') ?? '') || null : null;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** An organisation that is the name already is not repeated. */
function besideName({ name, organization, isTeam }: Remote, team: string): string | null {
  const shown = organization === name ? null : organization;
  return isTeam ? [team, shown].filter(Boolean).join(' · ') : shown;
}
