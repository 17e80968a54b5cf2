import { type InboxRow, phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { formatDuration } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import { useFlags } from '#live/queries/flags.ts';
import { useLive } from '#live/queries/live.ts';
import { AudioPlayer } from '#player/AudioPlayer.tsx';
import { playAt, playing } from '#player/playing.ts';
import { isSameSound, type Sound } from '#player/sound.ts';
import { copyToClipboard } from '#ui/clipboard.ts';
import { toast } from '#ui/toasts.ts';
import { matchesOf, spokenAt } from './follow.ts';
import { NoTranscript } from './NoTranscript.tsx';
import { SearchLine } from './SearchLine.tsx';
import { SentimentPlot } from './SentimentPlot.tsx';
import { ShareBar } from './ShareBar.tsx';
import { hasSentiment } from './sentiment.ts';
import { soundOfTranscript } from './sound-of-transcript.ts';
import { TranscriptHead } from './TranscriptHead.tsx';
import type { Utterance } from './talk-share.ts';
import { type SpokenWord, spokenWords } from './timed-words.ts';
import { type UtteranceList, Utterances } from './Utterances.tsx';

interface TranscriptViewProps {
  row: InboxRow;
  /** The names of the two sides. */
  names: { user: string; remote: string };
  /** The time of the call, in words. */
  when: string;
  /** Utterances that a point rests on, of which the first is brought into view. */
  evidence?: readonly Utterance[];
  /** Back to the page of the call. */
  onBack: () => void;
  /** Asks whether to delete the transcript permanently; null for users who may not. */
  onDelete: (() => void) | null;
  /** Closes the panel around it. */
  onClose?: () => void;
}

/** The transcript of a call, in step with its recording. */
export function TranscriptView({ row, names, when, evidence, onBack, onDelete, onClose }: TranscriptViewProps) {
  const { t } = useWords();
  const part = row.documentation.transcription;
  const items = useMemo(() => [...(part?.items ?? [])].sort((a, b) => a.startTime - b.startTime), [part?.items]);
  const isWritten = part?.status === 'success' && items.length > 0;
  const [searching, setSearching] = useState(false);
  const copy = async () => {
    try {
      await copyToClipboard(asText(items, names));
      toast({ tone: 'ok', title: t(($) => $.transcript.copied) });
    } catch {
      toast({ tone: 'warn', title: t(($) => $.transcript.notCopied) });
    }
  };
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <TranscriptHead
        name={names.remote}
        when={when}
        searching={searching}
        onSearch={isWritten ? () => setSearching(!searching) : null}
        onCopy={isWritten ? () => void copy() : null}
        onDelete={part && (part.status === 'success' || part.status === 'error') ? onDelete : null}
        onBack={onBack}
        onClose={onClose}
      />
      {isWritten ? (
        <Written
          row={row}
          items={items}
          names={names}
          evidence={evidence}
          searching={searching}
          onSearchEnd={() => setSearching(false)}
        />
      ) : (
        <NoTranscript status={part?.status ?? 'disabled'} reason={part?.reason ?? null} />
      )}
    </div>
  );
}

interface WrittenProps {
  row: InboxRow;
  items: readonly Utterance[];
  names: { user: string; remote: string };
  evidence: readonly Utterance[] | undefined;
  searching: boolean;
  onSearchEnd: () => void;
}

function Written({ row, items, names, evidence, searching, onSearchEnd }: WrittenProps) {
  const { t, language } = useWords();
  const flags = useFlags();
  const sound = soundOfTranscript(row, (kind) => `${t(($) => $.player.kind[kind])} ${names.remote} ${row.day}`);
  const current = useCurrent(sound, items);
  const list = useRef<UtteranceList>(null);
  const [wanted, setWanted] = useState('');
  const [step, setStep] = useState(0);
  const searched = searching ? wanted : '';
  const matches = useMemo(() => matchesOf(items, searched, language), [items, searched, language]);
  const found = matches[step % Math.max(1, matches.length)] ?? -1;
  const goTo = (index: number) => index >= 0 && list.current?.show(index);
  const showMatch = (next: number, of: readonly number[]) => {
    setStep(next);
    goTo(of[next] ?? -1);
  };
  const latest = useRef(sound);
  latest.current = sound;
  const play = useCallback((second: number) => {
    if (latest.current) playAt(latest.current, second);
  }, []);
  const wordsOf = useWordsOf(row);

  const duration = Math.max(sound?.duration ?? 0, ...items.map(({ endTime }) => endTime));
  const plot = flags.hasCallSentimentAnalysis && hasSentiment(items);
  const share = flags.hasCallConversationShareStatistics;
  return (
    <>
      {searching ? (
        <SearchLine
          wanted={wanted}
          count={matches.length}
          at={step % Math.max(1, matches.length)}
          onWanted={(next) => {
            setWanted(next);
            showMatch(0, matchesOf(items, next, language));
          }}
          onStep={(by) => showMatch((step + by + matches.length) % Math.max(1, matches.length), matches)}
          onClose={onSearchEnd}
        />
      ) : null}
      {plot || share ? (
        <div className="flex flex-none flex-col gap-2 border-line border-b px-6 pt-4 pb-3 max-[559px]:px-4">
          {plot ? (
            <section aria-label={t(($) => $.transcript.sentiment)}>
              <h3 className="mb-1 flex h-6 items-center gap-4 font-semi text-12 text-ink-2">
                {t(($) => $.transcript.sentiment)}
                <span aria-hidden className="ml-auto flex min-w-0 gap-4 font-reg">
                  <Side name={names.user} tone="bg-voice-you" />
                  <Side name={names.remote} tone="bg-voice-them" />
                </span>
              </h3>
              <SentimentPlot
                items={items}
                duration={duration}
                at={items[current]?.startTime ?? null}
                names={names}
                onGo={goTo}
              />
            </section>
          ) : null}
          {share ? <ShareBar items={items} names={names} /> : null}
        </div>
      ) : null}
      <Utterances
        items={items}
        names={names}
        current={current}
        found={found}
        wanted={searched}
        evidence={evidence}
        wordsOf={wordsOf}
        onPlay={sound ? play : null}
        handle={list}
      />
      {sound ? (
        <div className="flex-none border-line border-t py-2 pr-4 pl-5">
          <AudioPlayer sound={sound} label={t(($) => $.player.kind[sound.key.kind])} names={names} />
        </div>
      ) : null}
    </>
  );
}

function Side({ name, tone }: { name: string; tone: string }) {
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <i className={`size-2 flex-none rounded-[2px] ${tone}`} />
      <span className="truncate">{name}</span>
    </span>
  );
}

/** The utterance that plays or is paused, by its place; -1 where the recording was not started. It changes with each utterance. */
function useCurrent(sound: Sound | null, items: readonly Utterance[]): number {
  return useStore(playing, ({ now }) => {
    if (!now || now.state === 'failed' || !isSameSound(now.key, sound?.key ?? null)) return -1;
    return spokenAt(items, now.state === 'paused' && now.at === 0 ? null : now.at);
  });
}

/** Gives the words of an utterance with their seconds, once they are there. */
function useWordsOf({ channelId, id }: InboxRow): (item: Utterance) => readonly SpokenWord[] {
  const { rows } = useLive(phoneQueries.transcriptWords, { channelId, docId: id });
  return useMemo(() => {
    const of = (speaker: 0 | 1) => rows.find((side) => side.speaker === speaker)?.words ?? [];
    const words = { 0: of(0), 1: of(1) };
    return (item) => spokenWords(item, words);
  }, [rows]);
}

/** The transcript for the clipboard: a line for each utterance. */
function asText(items: readonly Utterance[], names: { user: string; remote: string }): string {
  return items
    .map(({ speaker, startTime, text }) => {
      const name = speaker === 0 ? names.user : names.remote;
      return `${formatDuration(startTime)} ${name}: ${text}`;
    })
    .join('\n');
}
