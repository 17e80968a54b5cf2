import { assistantQueries } from '@sidetone/contract/documents/assistant-queries.ts';
import type { AssistantResultRow, AssistantResultState } from '@sidetone/contract/entities/assistant.ts';
import { assistantRoutes } from '@sidetone/contract/http/ai/assistant-routes.ts';
import { useMemo } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { confirmed } from '#live/queries/confirmed.ts';
import { patchLive } from '#live/queries/live.ts';
import { toast } from '#ui/toasts.ts';

/** A result by its ids. */
type ResultId = Pick<AssistantResultRow, 'id' | 'assistantId'>;

export interface Marking {
  /** Marks a result as done or open: shown immediately, undone from the snackbar, taken back where it fails. SASSIST-012 */
  mark(result: ResultId, state: AssistantResultState): void;
  /** Says what a result is about; null for nothing in particular. */
  setTopic(result: ResultId, primaryTopic: string | null): void;
}

/** Changes of results by their users. */
export function useMarking(): Marking {
  const { t } = useWords();
  return useMemo(() => {
    const change = (result: ResultId, to: Partial<Pick<AssistantResultRow, 'state' | 'primaryTopic'>>) =>
      changed(result, to).catch((error: unknown) => {
        toast({ tone: 'error', title: t(($) => $.callAssistant.notSaved), text: t(($) => $.errors[codeOf(error)]) });
        return false;
      });
    const mark = async (result: ResultId, state: AssistantResultState, undoes: boolean) => {
      if (!(await change(result, { state }))) return;
      const before = state === 'DONE' ? 'OPEN' : 'DONE';
      toast({
        // A later change of the same result replaces the message about the earlier one.
        id: `assistant result ${result.id}`,
        tone: 'ok',
        title: t(($) => $.callAssistant.told[state === 'DONE' ? 'done' : 'open']),
        ...(undoes ? {} : { action: { label: t(($) => $.app.undo), run: () => void mark(result, before, true) } }),
      });
    };
    return {
      mark: (result, state) => void mark(result, state, false),
      setTopic: (result, primaryTopic) => void change(result, { primaryTopic }),
    };
  }, [t]);
}

/** Shows a change while the server makes it. Throws ApiError, and the change is taken back. */
async function changed(
  { id, assistantId }: ResultId,
  to: Partial<Pick<AssistantResultRow, 'state' | 'primaryTopic'>>,
): Promise<true> {
  const shown = [
    patchLive(assistantQueries.assistantResults, id, to),
    patchLive(assistantQueries.assistantResult, id, to),
  ];
  await confirmed(shown, () =>
    call(assistantRoutes.changeAssistantResult, { params: { assistantId, resultId: id }, body: to }),
  );
  return true;
}
