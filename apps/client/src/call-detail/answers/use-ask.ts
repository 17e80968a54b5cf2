import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import { smartAnswerRoutes } from '@sidetone/contract/http/ai/smart-answer-routes.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { ApiError } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { useMe } from '#live/queries/me.ts';
import { confirm } from '#ui/confirm.ts';
import { toast } from '#ui/toasts.ts';

/** Has the questions of a set answered for a call, after a question where answers would be replaced. */
export function useAsk(row: InboxRow, onConfigure: () => void) {
  const { t } = useWords();
  const me = useMe();
  const [asking, setAsking] = useState(false);
  const configure = useRef(onConfigure);
  useEffect(() => {
    configure.current = onConfigure;
  });

  /** SSMART-015, SERR-048 */
  const tellNotConfigured = useCallback(() => {
    toast({
      id: 'smart-answers-not-configured',
      tone: 'error',
      title: t(($) => $.smartAnswers.view.notConfigured),
      text: t(($) => $.smartAnswers.view.notConfiguredText),
      action: { label: t(($) => $.smartAnswers.view.settings), run: () => configure.current() },
    });
  }, [t]);

  const ask = async (setId: string | null, hasAnswers: boolean) => {
    if (me === null) return;
    const isSure =
      !hasAnswers ||
      (await confirm({
        headline: t(($) => $.smartAnswers.view.asked),
        text: t(($) => $.smartAnswers.view.askedText),
        action: t(($) => $.smartAnswers.view.askedAction),
      }));
    if (!isSure) return;
    const ofCall = {
      smartAnswersByUserId: me.webUserId,
      accountId: me.masterSipId,
      channelId: row.channelId,
      eventId: row.id,
    };
    setAsking(true);
    try {
      await call(smartAnswerRoutes.answerQuestions, { body: setId === null ? ofCall : { ...ofCall, setId } });
    } catch (error) {
      // SERR-051
      console.error('[call-detail] the questions were not answered', row.id, error);
      if (error instanceof ApiError && error.integration.type === 'notConfigured') tellNotConfigured();
    } finally {
      setAsking(false);
    }
  };
  return { ask, asking, tellNotConfigured };
}
