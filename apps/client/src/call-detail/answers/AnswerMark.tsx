import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import { formatDuration } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import { playAt } from '#player/playing.ts';
import { recordingsOf } from '#player/sounds-of.ts';

interface AnswerMarkProps {
  row: InboxRow;
  /** What the answer rests on: ids of utterances. */
  ids: readonly string[] | undefined;
  onTranscript: () => void;
}

/** The second at which an answer was said: it opens the transcript, and plays from there where there is a recording. */
export function AnswerMark({ row, ids, onTranscript }: AnswerMarkProps) {
  const { t } = useWords();
  const { transcription } = row.documentation;
  const said = transcription?.items.filter(({ id }) => typeof id === 'string' && ids?.includes(id)) ?? [];
  const at = said.reduce((least, { startTime }) => Math.min(least, startTime), Number.POSITIVE_INFINITY);
  if (!Number.isFinite(at)) return null;
  const time = formatDuration(at);
  const press = () => {
    const name = (kind: Parameters<Parameters<typeof recordingsOf>[1]>[0]) =>
      `${t(($) => $.player.kind[kind])} ${row.day}`;
    const sound = recordingsOf(row, name).find(({ status }) => status === 'success');
    onTranscript();
    if (sound) playAt(sound, at);
  };
  return (
    <button
      type="button"
      aria-label={t(($) => $.smartAnswers.view.evidence, { time })}
      onClick={press}
      className="inline-flex h-5 flex-none items-center rounded-xs bg-well px-1.5 font-semi text-11 text-ink-2 tabular-nums leading-none hover:bg-hover pointer-coarse:h-6"
    >
      {time}
    </button>
  );
}
