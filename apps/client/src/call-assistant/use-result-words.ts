import type { AssistantResultRow } from '@sidetone/contract/entities/assistant.ts';
import { useCallback } from 'react';
import { useReadNumber } from '#contacts/number-place.ts';
import { formatDuration, formatTime } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import { useCallZone } from '#live/queries/call-zone.ts';

export interface ResultWords {
  /** The contact, else the number, else that it is anonymous. */
  readonly name: string;
  /** The name is one, and no number: initials are made of it. */
  readonly named: boolean;
  readonly organization: string | null;
  /** As people read it; null for an anonymous caller. */
  readonly number: string | null;
  /** In the time zone of the account. */
  readonly time: string;
  readonly duration: string | null;
}

/** Everything a result says of itself, in the language shown now. */
export function useResultWords(): (result: AssistantResultRow) => ResultWords {
  const { t, language } = useWords();
  const zone = useCallZone();
  const read = useReadNumber();
  return useCallback(
    ({ remote, remoteNumber, startedAt, durationMs }) => {
      const number = remoteNumber === null ? null : read(remoteNumber);
      return {
        name: remote.name ?? number ?? t(($) => $.callAssistant.anonymous),
        named: remote.name !== null,
        organization: remote.organization === remote.name ? null : remote.organization,
        number,
        time: formatTime(startedAt, language, zone),
        duration: durationMs === null ? null : formatDuration(durationMs / 1000),
      };
    },
    [t, language, zone, read],
  );
}
