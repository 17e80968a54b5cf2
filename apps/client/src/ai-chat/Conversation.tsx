import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import type { ChatCitation, ChatMessage } from '@sidetone/contract/entities/chat.ts';
import { useEffect, useRef } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { type LiveResult, useLive } from '#live/queries/live.ts';
import { Button } from '#ui/Button.tsx';
import { Empty } from '#ui/Empty.tsx';
import { AfterAMoment, Skeleton } from '#ui/Skeleton.tsx';
import { Answer, useStateText } from './answer/Answer.tsx';
import { type NextQuestion, nextQuestions } from './answer/next-questions.ts';
import type { NamedChannel } from './use-named-channels.ts';

interface ConversationProps {
  messages: readonly ChatMessage[];
  /** How far the messages are there. */
  status: LiveResult<ChatMessage>['status'];
  onRetry: () => void;
  channels: readonly NamedChannel[];
  onOpen: (citation: ChatCitation) => void;
  /** Asks this text of the calls that the message was about. */
  onAgain: (message: ChatMessage) => void;
  onNext: (message: ChatMessage, next: NextQuestion) => void;
  /** An example was chosen. */
  onExample: (text: string) => void;
}

/** The questions of a chat with their answers, the last one at the foot. */
export function Conversation({
  messages,
  status,
  onRetry,
  channels,
  onOpen,
  onAgain,
  onNext,
  onExample,
}: ConversationProps) {
  const { t } = useWords();
  const end = useRef<HTMLDivElement>(null);
  const last = messages.at(-1);
  const grows = last?.state === 'waiting' || last?.state === 'reading';
  // biome-ignore lint/correctness/useExhaustiveDependencies: the foot is looked at again when the last answer has changed
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'end' });
  }, [last?.id, last?.state, last?.citations.length]);
  return (
    <section
      aria-label={t(($) => $.aiChat.conversation)}
      className="min-h-0 flex-1 overflow-y-auto px-6 py-6 max-[559px]:px-4"
    >
      <div className="mx-auto flex max-w-[720px] flex-col gap-8">
        {last === undefined && status === 'ready' ? <Nothing onExample={onExample} /> : null}
        {last === undefined && status === 'loading' ? <Loading /> : null}
        {last === undefined && status === 'failed' ? <Failed onRetry={onRetry} /> : null}
        {messages.map((each) => (
          <Answer key={each.id} message={each} onOpen={onOpen} onAgain={grows ? null : () => onAgain(each)} />
        ))}
        {last === undefined ? null : <LastState message={last} />}
        {last === undefined ? null : <Next message={last} channels={channels} onNext={(next) => onNext(last, next)} />}
        <div ref={end} />
      </div>
    </section>
  );
}

/** Tells screen readers what becomes of the last answer. */
function LastState({ message }: { message: ChatMessage }) {
  const text = useStateText(message);
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  );
}

function Next({
  message,
  channels,
  onNext,
}: {
  message: ChatMessage;
  channels: readonly NamedChannel[];
  onNext: (next: NextQuestion) => void;
}) {
  const { t } = useWords();
  const all = nextQuestions(message, channels);
  if (all.length === 0) return null;
  const textOf = (next: NextQuestion) => {
    if (next.kind === 'promised') return t(($) => $.aiChat.next.promised, { name: next.name });
    if (next.kind === 'inChannel') return t(($) => $.aiChat.next.inChannel, { channel: next.channel });
    return t(($) => $.aiChat.next.allDays);
  };
  return (
    <ul aria-label={t(($) => $.aiChat.next.label)} className="flex flex-wrap gap-2">
      {all.map((each) => (
        <li key={each.kind} className="max-w-full">
          <Button size="s" className="max-w-full rounded-full" onClick={() => onNext(each)}>
            <span className="truncate">{textOf(each)}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}

function Loading() {
  const { t } = useWords();
  return (
    <AfterAMoment>
      <p role="status" className="sr-only">
        {t(($) => $.aiChat.loading)}
      </p>
      <Skeleton className="h-32" />
    </AfterAMoment>
  );
}

function Failed({ onRetry }: Pick<ConversationProps, 'onRetry'>) {
  const { t } = useWords();
  return (
    <Empty
      title={t(($) => $.aiChat.loadFailed)}
      action={<Button onClick={onRetry}>{t(($) => $.app.tryAgain)}</Button>}
    />
  );
}

const examples = ['promised', 'complaints', 'prices'] as const;

function Nothing({ onExample }: Pick<ConversationProps, 'onExample'>) {
  const { t } = useWords();
  const overview = useLive(phoneQueries.aiOverview, {}).rows[0];
  return (
    <Empty
      title={t(($) => $.aiChat.empty.title)}
      text={
        <>
          {t(($) => $.aiChat.empty.text)}
          {overview && overview.language === null ? (
            <span className="mt-2 block text-12 text-ink-3">{t(($) => $.aiChat.noModel)}</span>
          ) : null}
        </>
      }
      action={
        <ul className="flex flex-col items-center gap-2">
          {examples.map((each) => {
            const text = t(($) => $.aiChat.empty.examples[each]);
            return (
              <li key={each}>
                <Button size="s" className="rounded-full" onClick={() => onExample(text)}>
                  {text}
                </Button>
              </li>
            );
          })}
        </ul>
      }
    />
  );
}
