import type { ChatCitation, ChatMessage } from '@sidetone/contract/entities/chat.ts';
import { chatRoutes } from '@sidetone/contract/http/ai/chat-routes.ts';
import { Copy, RotateCcw, ThumbsDown, ThumbsUp } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { Button } from '#ui/Button.tsx';
import { copyToClipboard } from '#ui/clipboard.ts';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { toast } from '#ui/toasts.ts';
import { answerText } from './answer-text.ts';
import { Blocks } from './Blocks.tsx';
import { Citations, quoteId } from './Citations.tsx';
import { useCitationName } from './use-citation-name.ts';

interface AnswerProps {
  message: ChatMessage;
  onOpen: (citation: ChatCitation) => void;
  /** Asks the same question; null while another answer is being made. */
  onAgain: (() => void) | null;
}

/** A question and its answer, as far as it is there. */
export function Answer({ message, onOpen, onAgain }: AnswerProps) {
  const { blocks, citations } = message;
  const find = (number: number) => document.getElementById(quoteId(message.id, number))?.focus();
  return (
    <article aria-label={message.text} className="flex flex-col gap-4">
      <p className="max-w-[85%] self-end whitespace-pre-wrap break-words rounded-l rounded-br-none bg-press px-3.5 py-2 text-14">
        {message.text}
      </p>
      {blocks.length === 0 ? null : <Blocks blocks={blocks} onCite={find} />}
      <State message={message} onAgain={onAgain} />
      {citations.length === 0 ? null : (
        <Citations
          message={message}
          onOpen={onOpen}
          end={message.state === 'done' ? <Tools message={message} /> : null}
        />
      )}
    </article>
  );
}

/** What there is to say of an answer besides what it says. */
function State({ message, onAgain }: Pick<AnswerProps, 'message' | 'onAgain'>) {
  const { t } = useWords();
  const { state, calls, madeBy, problem } = message;
  const text = useStateText(message);
  if (state === 'waiting' || state === 'reading') {
    return (
      <p className="flex items-center gap-2 text-ink-3">
        <Spinner />
        {text}
      </p>
    );
  }
  if (state === 'done') {
    const isModel = madeBy.kind === 'model';
    const who = isModel ? t(($) => $.aiChat.answer.by, { service: madeBy.service }) : t(($) => $.aiChat.answer.found);
    return <p className="text-12 text-ink-3">{problem === null ? who : t(($) => $.aiChat.answer.serviceFailed)}</p>;
  }
  const mayAskAgain = state !== 'nothing' && onAgain !== null;
  return (
    <div className="flex flex-col items-start gap-2">
      <p>
        {text}
        {state === 'nothing' ? (
          <span className="block text-12 text-ink-3">{t(($) => $.aiChat.answer.nothingText, { count: calls })}</span>
        ) : null}
      </p>
      {mayAskAgain ? (
        <Button size="s" onClick={onAgain}>
          <Icon of={RotateCcw} size={14} />
          {t(($) => $.aiChat.answer.again)}
        </Button>
      ) : null}
    </div>
  );
}

/** The state of an answer in words, also for screen readers. */
export function useStateText({ state, calls, problem }: Pick<ChatMessage, 'state' | 'calls' | 'problem'>): string {
  const { t } = useWords();
  switch (state) {
    case 'waiting':
      return t(($) => $.aiChat.answer.waiting);
    case 'reading':
      return calls === 0 ? t(($) => $.aiChat.answer.waiting) : t(($) => $.aiChat.answer.reading, { count: calls });
    case 'done':
      return t(($) => $.aiChat.answer.done);
    case 'stopped':
      return problem === 'interrupted' ? t(($) => $.aiChat.answer.interrupted) : t(($) => $.aiChat.answer.stopped);
    case 'failed':
      return t(($) => $.aiChat.answer[failedText(problem)]);
    case 'nothing':
    case 'removed':
    case 'closed':
      return t(($) => $.aiChat.answer[state]);
  }
}

const failures = ['searchFailed', 'tookTooLong'] as const;
/** Words for what failed; those of any other problem are the general ones. */
const failedText = (problem: string | null) => failures.find((each) => each === problem) ?? 'failed';

function Tools({ message }: { message: ChatMessage }) {
  const { t } = useWords();
  const nameOf = useCitationName();
  const { chatId, id: messageId, rating } = message;
  const copy = () =>
    void copyToClipboard(answerText(message, nameOf)).then(
      () => toast({ id: 'chat-copied', title: t(($) => $.aiChat.answer.copied), tone: 'ok' }),
      () => toast({ id: 'chat-copied', title: t(($) => $.aiChat.answer.notCopied), tone: 'error' }),
    );
  const rate = async (value: 'up' | 'down') => {
    try {
      const body = { rating: rating === value ? null : value };
      await call(chatRoutes.rateChatAnswer, { params: { chatId, messageId }, body });
    } catch {
      toast({ id: 'chat-rated', title: t(($) => $.aiChat.answer.notRated), tone: 'error' });
    }
  };
  return (
    <>
      <IconButton icon={Copy} label={t(($) => $.aiChat.answer.copy)} onClick={copy} />
      {(['up', 'down'] as const).map((value) => (
        <IconButton
          key={value}
          icon={value === 'up' ? ThumbsUp : ThumbsDown}
          label={t(($) => $.aiChat.answer[value])}
          aria-pressed={rating === value}
          tone={rating === value ? 'on' : 'default'}
          onClick={() => void rate(value)}
        />
      ))}
    </>
  );
}
