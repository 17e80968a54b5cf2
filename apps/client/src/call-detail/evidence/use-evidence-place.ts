import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { placesSaid, utterancesById } from '#transcript/places-said.ts';
import { soundOfTranscript } from '#transcript/sound-of-transcript.ts';
import type { Utterance } from '#transcript/talk-share.ts';
import type { CallPart } from '../call-detail-props.ts';
import type { CallNames } from '../names.ts';
import { takeWantedPlace } from '../wanted-place.ts';
import type { EvidencePlace } from './evidence-place.ts';

interface Page {
  readonly row: InboxRow;
  readonly names: CallNames;
  readonly part: CallPart | null;
  /** The page's element, in which the focus finds back to the mark. */
  readonly body: RefObject<HTMLElement | null>;
  onTranscript(): void;
}

/** The call for the marks on its page, and what its transcript shows of the one that was pressed. */
export function useEvidencePlace({ row, names, part, body, onTranscript }: Page): {
  readonly place: EvidencePlace;
  readonly shown: readonly Utterance[];
} {
  const { t } = useWords();
  const { transcription } = row.documentation;
  const items = transcription?.status === 'success' ? transcription.items : undefined;
  const utterances = useMemo(() => utterancesById(items ?? []), [items]);
  const [pressed, setPressed] = useState<readonly string[]>(() => takeWantedPlace(row));
  const shown = useMemo(() => placesSaid(utterances, pressed), [utterances, pressed]);
  const sound = soundOfTranscript(row, (kind) => `${t(($) => $.player.kind[kind])} ${names.remote} ${row.day}`);
  useFocusBack(body, part, pressed, () => setPressed([]));
  const show = (ids: readonly string[]) => {
    setPressed(ids);
    onTranscript();
  };
  return { place: { utterances, sound, names: { user: names.user, remote: names.remote }, show }, shown };
}

/** Users who come back from the transcript find the focus on the mark that led there. */
function useFocusBack(
  body: RefObject<HTMLElement | null>,
  part: CallPart | null,
  pressed: readonly string[],
  onBack: () => void,
): void {
  const before = useRef(part);
  useEffect(() => {
    const cameBack = before.current === 'transcript' && part !== 'transcript';
    before.current = part;
    if (!cameBack || pressed.length === 0) return;
    const marks = body.current?.querySelectorAll<HTMLElement>('[data-evidence]') ?? [];
    [...marks].find(({ dataset }) => dataset['evidence'] === pressed.join(' '))?.focus();
    onBack();
  });
}
