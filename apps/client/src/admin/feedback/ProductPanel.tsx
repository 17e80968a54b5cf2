import type { AdminFeedback } from '@sidetone/contract/entities/feedback.ts';
import { adminFeedbackRoutes } from '@sidetone/contract/http/admin/feedback-routes.ts';
import { Mail } from 'lucide-react';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { bridge } from '#platform/desktop-bridge.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { ConfirmDialog, type Question } from '../ConfirmDialog.tsx';
import { EditorPanel, Group } from '../EditorPanel.tsx';
import { formatMoment } from '../format.ts';
import { useRun } from '../run.ts';
import { AssetImage, AssetLog } from './Asset.tsx';
import { DealActions, DoneLine } from './DealtWith.tsx';
import { FactList } from './FactList.tsx';

/** One feedback on the product with all its files. */
export function ProductPanel({ feedback, onClose }: { feedback: AdminFeedback; onClose: () => void }) {
  const { t, language } = useWords();
  const { run, busy } = useRun();
  const [question, setQuestion] = useState<Question | null>(null);
  const params = { feedbackId: feedback.id };
  const { facts, images, log } = feedback;
  const subject = feedback.subject === '' ? t(($) => $.admin.feedback.answerSubject) : feedback.subject;

  const askRemove = () =>
    setQuestion({
      title: t(($) => $.admin.feedback.confirm.title),
      text: t(($) => $.admin.feedback.confirm.text),
      action: t(($) => $.admin.feedback.confirm.action),
      run: async () => {
        const gone = await run(() => call(adminFeedbackRoutes.removeFeedback, { params }), {
          title: t(($) => $.admin.feedback.confirm.done),
        });
        if (gone) onClose();
      },
    });

  return (
    <EditorPanel
      title={feedback.subject === '' ? feedback.userName : feedback.subject}
      subtitle={`${feedback.userName}, ${formatMoment(feedback.at, language)}`}
      onClose={onClose}
      extra={
        <DealActions
          doneAt={feedback.doneAt}
          busy={busy}
          onMark={(done) => void run(() => call(adminFeedbackRoutes.changeFeedback, { params, body: { done } }), null)}
          onRemove={askRemove}
        />
      }
    >
      <DoneLine {...feedback} />
      <Group title={t(($) => $.admin.feedback.text)}>
        <p className="whitespace-pre-wrap break-words text-14">{feedback.text}</p>
        <div>
          <Button onClick={() => bridge().mailTo(feedback.email, `Re: ${subject}`)}>
            <Icon of={Mail} />
            {t(($) => $.admin.feedback.answer)}
          </Button>
          <span className="ml-2 text-12 text-ink-3">{feedback.email}</span>
        </div>
      </Group>
      {images.length === 0 ? null : (
        <Group title={t(($) => $.admin.feedback.images)}>
          {images.map((image) => (
            <AssetImage key={image.id} asset={image} />
          ))}
        </Group>
      )}
      <Group title={t(($) => $.admin.feedback.facts)}>
        <FactList
          facts={[
            [t(($) => $.admin.feedback.version), facts.appVersion],
            [t(($) => $.admin.feedback.platform), t(($) => $.admin.feedback.platforms[facts.platform])],
            [t(($) => $.admin.feedback.browser), facts.browser],
            [t(($) => $.admin.feedback.system), facts.os],
            [t(($) => $.admin.feedback.plan), facts.plan ?? ''],
            [
              t(($) => $.admin.feedback.generation),
              t(($) => $.admin.feedback.generations[facts.neoPBX ? 'sip' : 'classic']),
            ],
          ]}
        />
      </Group>
      {log === null ? null : (
        <Group title={t(($) => $.admin.feedback.log)}>
          <AssetLog asset={log} />
        </Group>
      )}
      {/* Within the panel: a press in a dialog beside it would count as one beside the panel, and close it. */}
      <ConfirmDialog question={question} onClose={() => setQuestion(null)} />
    </EditorPanel>
  );
}
