import type { AssistantResult } from '@sidetone/contract/entities/assistant.ts';
import { assistantRoutes } from '@sidetone/contract/http/ai/assistant-routes.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { Section } from '#call-detail/Section.tsx';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { fetchFile } from '#live/line/fetch-file.ts';
import { Button } from '#ui/Button.tsx';
import { type TranscriptLine, transcriptLines } from './transcript-lines.ts';

/** Turns that are shown before the user asks for all of them. */
const fewLines = 4;

type Text =
  | { readonly state: 'loading' | 'missing' | 'failed' }
  | { readonly state: 'ready'; readonly lines: readonly TranscriptLine[] };

/** The words of the call, for users who may see them. SASSIST-005 to -007, SERR-062 */
export function Transcript({ result }: { result: AssistantResult }) {
  const { t } = useWords();
  const { text, retry } = useTranscript(result);
  const [isWhole, setWhole] = useState(false);
  const lines = text.state === 'ready' ? text.lines : [];
  const isLong = lines.length > fewLines;
  return (
    <Section
      title={t(($) => $.callAssistant.detail.transcript)}
      end={
        isLong ? (
          <Button size="s" tone="ghost" className="-mr-2.5" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {t(($) => $.callAssistant.detail[isWhole ? 'showLess' : 'showAll'])}
          </Button>
        ) : null
      }
    >
      {body()}
    </Section>
  );

  function body(): ReactNode {
    switch (text.state) {
      case 'loading':
        return (
          <p role="status" className="text-ink-3">
            {t(($) => $.callAssistant.detail.transcriptLoading)}
          </p>
        );
      case 'missing':
        return <p className="text-ink-3">{t(($) => $.callAssistant.detail.notAvailable)}</p>;
      case 'failed':
        return (
          <p role="alert" className="flex items-center gap-3 text-ink-3">
            {t(($) => $.callAssistant.detail.notAvailable)}
            <Button size="s" onClick={retry}>
              {t(($) => $.app.tryAgain)}
            </Button>
          </p>
        );
      case 'ready':
        return <Lines lines={isWhole ? lines : lines.slice(0, fewLines)} />;
    }
  }
}

function Lines({ lines }: { lines: readonly TranscriptLine[] }) {
  // The assistant speaks first; the caller's words are what people look for.
  const first = lines[0]?.speaker ?? null;
  return (
    <ol className="flex flex-col gap-2 text-14">
      {lines.map(({ speaker, text }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a file never change their places
        <li key={place} className="grid grid-cols-[88px_minmax(0,1fr)] gap-x-3 max-[559px]:grid-cols-1">
          <span
            className={
              speaker === first
                ? 'truncate text-12 text-ink-3 leading-5'
                : 'truncate font-med text-12 text-ink-2 leading-5'
            }
          >
            {speaker}
          </span>
          <span className={speaker === first && first !== null ? 'wrap-anywhere text-ink-2' : 'wrap-anywhere'}>
            {text}
          </span>
        </li>
      ))}
    </ol>
  );
}

function useTranscript({ assistantId, transcriptDocId }: AssistantResult): { text: Text; retry: () => void } {
  const [text, setText] = useState<Text>({ state: 'loading' });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads again
  useEffect(() => {
    if (transcriptDocId === null) return setText({ state: 'missing' });
    const giveUp = new AbortController();
    const params = { assistantId, file: `${transcriptDocId}.txt` };
    setText({ state: 'loading' });
    fetchFile(assistantRoutes.assistantTranscript, { params }, giveUp.signal)
      .then((file) => file.text())
      .then((words) => {
        const lines = transcriptLines(words);
        if (!giveUp.signal.aborted) setText(lines.length > 0 ? { state: 'ready', lines } : { state: 'missing' });
      })
      .catch((error: unknown) => {
        if (giveUp.signal.aborted) return;
        setText({ state: codeOf(error) === 'NOT_FOUND' ? 'missing' : 'failed' });
      });
    return () => giveUp.abort();
  }, [assistantId, transcriptDocId, attempt]);
  return { text, retry: () => setAttempt(attempt + 1) };
}
