import { assistantQueries } from '@sidetone/contract/documents/assistant-queries.ts';
import { type AssistantResult, assistantLimits } from '@sidetone/contract/entities/assistant.ts';
import { assistantRoutes } from '@sidetone/contract/http/ai/assistant-routes.ts';
import { ThumbsDown, ThumbsUp } from 'lucide-react';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { patchLive } from '#live/queries/live.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { toast } from '#ui/toasts.ts';

/** What the user thinks of a result: asked until they have said so. SASSIST-009, SASSIST-014 to -018 */
export function Feedback({ result }: { result: AssistantResult }) {
  const { t } = useWords();
  const [stage, setStage] = useState<'asked' | 'commenting' | 'sending'>('asked');
  const [comment, setComment] = useState('');
  if (result.feedback !== null) return null;

  const send = async (rating: 0 | 1, words: string | null) => {
    const back = stage;
    setStage('sending');
    const { id, assistantId } = result;
    const body = { rating, comment: words?.trim() || null };
    try {
      await call(assistantRoutes.sendAssistantFeedback, { params: { assistantId, resultId: id }, body });
      toast({ tone: 'ok', title: t(($) => $.callAssistant.feedback.thanks) });
    } catch (error) {
      // It was given elsewhere in the meantime: the answer of the server is on its way.
      if (codeOf(error) !== 'CONFLICT') {
        setStage(back);
        toast({
          tone: 'error',
          title: t(($) => $.callAssistant.feedback.failed),
          text: t(($) => $.errors[codeOf(error)]),
        });
        return;
      }
    }
    patchLive(assistantQueries.assistantResult, id, { feedback: body }).confirm();
  };
  const busy = stage === 'sending';
  return (
    <section
      aria-label={t(($) => $.callAssistant.feedback.question)}
      className="flex flex-col gap-3 rounded-m bg-well py-2 pr-2 pl-4 [--pbg:var(--bg-well)]"
    >
      <div className="flex flex-wrap items-center gap-2">
        <span className="min-w-0 flex-1 basis-48 py-1">{t(($) => $.callAssistant.feedback.question)}</span>
        <Button size="s" disabled={busy} onClick={() => void send(1, null)}>
          <Icon of={ThumbsUp} size={14} />
          {t(($) => $.callAssistant.feedback.good)}
        </Button>
        <Button
          size="s"
          disabled={busy}
          aria-expanded={stage === 'commenting'}
          onClick={() => setStage(stage === 'commenting' ? 'asked' : 'commenting')}
        >
          <Icon of={ThumbsDown} size={14} />
          {t(($) => $.callAssistant.feedback.bad)}
        </Button>
      </div>
      {stage === 'commenting' ? (
        <form
          // It opens below the buttons, where the panel may end.
          ref={(form) => form?.scrollIntoView({ block: 'nearest' })}
          noValidate
          className="flex flex-col gap-2 pr-2 pb-2"
          onSubmit={(event) => {
            event.preventDefault();
            void send(0, comment);
          }}
        >
          <TextArea
            label={t(($) => $.callAssistant.feedback.comment)}
            autoFocus
            rows={2}
            maxLength={assistantLimits.commentCharacters}
            value={comment}
            onChange={(event) => setComment(event.target.value)}
          />
          <div className="flex justify-end gap-2">
            <Button size="s" tone="ghost" onClick={() => setStage('asked')}>
              {t(($) => $.callAssistant.feedback.cancel)}
            </Button>
            <Button size="s" type="submit">
              {t(($) => $.callAssistant.feedback.send)}
            </Button>
          </div>
        </form>
      ) : null}
    </section>
  );
}
