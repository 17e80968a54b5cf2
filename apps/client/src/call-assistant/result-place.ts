import { useRouter, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { z } from 'zod';
import { searchText } from '#pages/search-text.ts';
import { stepBack } from '#pages/steps-back.ts';

/** Search parameters of the page of the call assistant; an invalid one counts as missing. */
export const resultSearch = {
  /** The assistant whose results are shown; without it the user's first one. */
  assistant: searchText(100),
  /** The result that is open beside the list. SSHELL-036 */
  result: searchText(100),
  /** Results that are done; without it those that are open. */
  tab: z.literal('done').optional().catch(undefined),
};

const resultSearchSchema = z.object(resultSearch);
type ResultSearch = z.infer<typeof resultSearchSchema>;

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** 1 where the open result was opened from the list, which is one step back; missing where an address opened it. */
    resultDepth?: number;
  }
}

/** The content of the panel beside the list (specification 2.7), by the type that chooses it. */
interface ResultSlideOver {
  readonly type: 'assistantResultDetails';
  readonly assistantId: string;
  readonly resultId: string;
}

interface ResultPlace {
  /** Null where the address names none. */
  readonly assistantId: string | null;
  readonly resultId: string | null;
  readonly tab: 'open' | 'done';
  /** Grows each time the open result is opened again: it wants the focus. */
  readonly focusToken: number;
  /** Opens a result of an assistant, or goes on to another one. */
  open(assistantId: string, resultId: string): void;
  close(): void;
  /** Another list, with nothing open. */
  show(list: { assistantId?: string; tab?: 'open' | 'done' }): void;
}

/** The content of the panel; null where nothing is open. */
export function slideOverOf(assistantId: string | null, resultId: string | null): ResultSlideOver | null {
  if (assistantId === null || resultId === null) return null;
  return { type: 'assistantResultDetails', assistantId, resultId };
}

/**
 * The list and the open result, by the address: Back closes the result. Going on to another one adds nothing to the
 * history, so that one step back is enough after any number of results.
 */
export function useResultPlace(): ResultPlace {
  const router = useRouter();
  const search = useSearch({ strict: false, structuralSharing: true, select: (all) => resultSearchSchema.parse(all) });
  const [focusToken, setFocusToken] = useState(0);
  return useMemo(() => {
    const { assistant = null, result = null, tab } = search;
    const go = (change: ResultSearch, resultDepth: number, replace: boolean) =>
      void router.navigate({
        to: '/main/ai-assistant',
        search: (before) => ({ ...before, ...change }),
        state: (before) => ({ ...before, resultDepth }),
        replace,
      });
    return {
      assistantId: assistant,
      resultId: result,
      tab: tab ?? 'open',
      focusToken,
      open(assistantId, resultId) {
        if (resultId === result) return setFocusToken((token) => token + 1);
        const depth = router.history.location.state.resultDepth ?? 0;
        const isOpen = result !== null;
        go({ assistant: assistantId, result: resultId }, isOpen ? depth : 1, isOpen);
      },
      close() {
        const depth = router.history.location.state.resultDepth ?? 0;
        if (depth > 0) stepBack(router, depth);
        else go({ result: undefined }, 0, true);
      },
      show({ assistantId = assistant ?? undefined, tab: next = tab ?? 'open' }) {
        go({ assistant: assistantId, tab: next === 'done' ? 'done' : undefined, result: undefined }, 0, true);
      },
    };
  }, [router, search, focusToken]);
}
