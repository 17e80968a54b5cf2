import type { AdminCallFeedback } from '@sidetone/contract/entities/feedback.ts';
import { adminFeedbackRoutes } from '@sidetone/contract/http/admin/feedback-routes.ts';
import { useState } from 'react';
import { formatDuration } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { ConfirmDialog, type Question } from '../ConfirmDialog.tsx';
import { EditorPanel, Group } from '../EditorPanel.tsx';
import { formatMoment } from '../format.ts';
import { useRun } from '../run.ts';
import { useCallWords } from './call-words.ts';
import { DealActions, DoneLine } from './DealtWith.tsx';
import { FactList } from './FactList.tsx';

/** The feedback on one call. */
export function CallPanel({ feedback, onClose }: { feedback: AdminCallFeedback; onClose: () => void }) {
  const { t, language } = useWords();
  const { run, busy } = useRun();
  const wordsOf = useCallWords();
  const [question, setQuestion] = useState<Question | null>(null);
  const params = { feedbackId: feedback.id };
  const about = feedback.call;

  const askRemove = () =>
    setQuestion({
      title: t(($) => $.admin.feedback.confirm.title),
      text: t(($) => $.admin.feedback.confirm.callText),
      action: t(($) => $.admin.feedback.confirm.action),
      run: async () => {
        const gone = await run(() => call(adminFeedbackRoutes.removeCallFeedback, { params }), {
          title: t(($) => $.admin.feedback.confirm.done),
        });
        if (gone) onClose();
      },
    });

  return (
    <EditorPanel
      title={wordsOf(feedback)}
      subtitle={`${feedback.userName}, ${formatMoment(feedback.at, language)}`}
      onClose={onClose}
      extra={
        <DealActions
          doneAt={feedback.doneAt}
          busy={busy}
          onMark={(done) =>
            void run(() => call(adminFeedbackRoutes.changeCallFeedback, { params, body: { done } }), null)
          }
          onRemove={askRemove}
        />
      }
    >
      <DoneLine {...feedback} />
      <Group title={t(($) => $.admin.feedback.text)}>
        <p className="whitespace-pre-wrap break-words text-14">
          {feedback.text === '' ? t(($) => $.admin.feedback.noText) : feedback.text}
        </p>
      </Group>
      <Group title={t(($) => $.admin.feedback.call)}>
        {about === null ? <p className="text-ink-3">{t(($) => $.admin.feedback.unknownCall)}</p> : null}
        <FactList
          facts={[
            ...(about === null
              ? []
              : [
                  [
                    t(($) => $.admin.feedback.direction[about.direction]),
                    `${formatMoment(about.startedAt, language)}, ${
                      about.wasEstablished ? formatDuration(about.seconds) : t(($) => $.admin.feedback.notConnected)
                    }`,
                  ] as const,
                ]),
            [t(($) => $.admin.feedback.callId), feedback.callId],
          ]}
        />
      </Group>
      {/* Within the panel: a press in a dialog beside it would count as one beside the panel, and close it. */}
      <ConfirmDialog question={question} onClose={() => setQuestion(null)} />
    </EditorPanel>
  );
}
