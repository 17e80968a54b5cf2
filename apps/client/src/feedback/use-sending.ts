import { feedbackRoutes } from '@sidetone/contract/http/feedback-routes.ts';
import { useRef, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { upload } from '#live/line/upload.ts';
import { bridge } from '#platform/desktop-bridge.ts';
import { logLine } from '#platform/log-book.ts';
import { toast } from '#ui/toasts.ts';
import { drafts } from './browser-draft.ts';
import { type Outgoing, PicturesNotUploaded, type SendStep, sendFeedback } from './send-feedback.ts';

/**
 * Sends the feedback that is being written; `step` is its state, null while nothing is sent. Resolves to whether it
 * arrived.
 */
export function useSending() {
  const { t } = useWords();
  const [step, setStep] = useState<SendStep | null>(null);
  const uploaded = useRef(new Map<string, string>());
  const running = useRef(false);

  async function send(body: Outgoing['body']): Promise<boolean> {
    if (running.current) return false;
    running.current = true;
    const { pictures, withLog } = drafts.store.getState();
    try {
      await sendFeedback(
        {
          async upload(kind, name, file) {
            // The server sees the kind of error itself.
            const bytes = file.slice(0, file.size, 'application/octet-stream');
            const query = { kind, fileName: name.slice(-200) || kind };
            return (await upload(feedbackRoutes.uploadAsset, { query }, bytes)).url;
          },
          send: (whole) => call(feedbackRoutes.sendFeedback, { body: whole }),
          log: logLine,
          onStep: setStep,
        },
        {
          body,
          uploaded: uploaded.current,
          pictures: pictures.map(({ id, file }) => ({ id, name: file.name, file })),
          readLog: withLog ? () => bridge().logFiles() : null,
        },
      );
      drafts.clear();
      uploaded.current.clear();
      toast({ tone: 'ok', title: t(($) => $.feedback.sent), text: t(($) => $.feedback.sentText) });
      return true;
    } catch (error) {
      const isPictures = error instanceof PicturesNotUploaded;
      const cause = isPictures ? error.cause : error;
      logLine('error', isPictures ? error.message : 'feedback not sent', { code: codeOf(cause), cause: String(cause) });
      toast({
        tone: 'error',
        title: t(($) => (isPictures ? $.feedback.picturesNotUploaded : $.feedback.notSent)),
        text: `${t(($) => $.errors[codeOf(cause)])} ${t(($) => $.feedback.notSentText)}`,
      });
      return false;
    } finally {
      running.current = false;
      setStep(null);
    }
  }
  return { step, send };
}
