import { queueBoardRoutes } from '@sidetone/contract/http/queue-board-routes.ts';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { toast } from '#ui/toasts.ts';

/** Takes a caller who hung up off the list of call-backs; the toast can undo it. */
export function useDismiss(channelId: string): (docId: string, name: string) => void {
  const { t } = useWords();
  const steer = async (docId: string, name: string, what: 'dismissed' | 'restored') => {
    const route = what === 'dismissed' ? queueBoardRoutes.dismissCallBack : queueBoardRoutes.restoreCallBack;
    try {
      await call(route, { params: { channelId, docId } });
    } catch (error) {
      const text = t(($) => $.errors[codeOf(error)]);
      toast({ tone: 'error', title: t(($) => $.queueBoard.notChanged), text });
      return;
    }
    const undo = { label: t(($) => $.app.undo), run: () => void steer(docId, name, 'restored') };
    toast({
      id: `call-back ${docId}`,
      tone: 'ok',
      title: t(($) => $.queueBoard[what], { name }),
      ...(what === 'dismissed' && { action: undo }),
    });
  };
  return (docId, name) => void steer(docId, name, 'dismissed');
}
