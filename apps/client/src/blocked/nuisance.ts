import { nuisanceRoutes } from '@sidetone/contract/http/nuisance-routes.ts';
import { formatNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { toast } from '#ui/toasts.ts';

const queryKey = ['nuisance-calls'];

/** The callers whom the user marked as a nuisance; null until they are known. */
export function useNuisanceMarks(): readonly string[] | null {
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(nuisanceRoutes.nuisanceMarks, {}, { signal }),
    staleTime: 30_000,
  });
  return data?.numbers ?? null;
}

/** Marks callers and takes marks back; a notice says so and undoes it. */
export function useNuisance() {
  const { t } = useWords();
  const queries = useQueryClient();
  const set = async (number: string, isMarked: boolean): Promise<void> => {
    const caller = formatNumber(number);
    try {
      const params = { number };
      const isBlocked = isMarked && (await call(nuisanceRoutes.markNuisance, { params })).isBlocked;
      if (!isMarked) await call(nuisanceRoutes.unmarkNuisance, { params });
      toast({
        tone: 'ok',
        title: t(($) => $.blocked.nuisance[isBlocked ? 'blocked' : isMarked ? 'done' : 'undone'], { caller }),
        action: { label: t(($) => $.app.undo), run: () => void set(number, !isMarked) },
      });
    } catch (error) {
      const code = codeOf(error);
      console.warn('[blocked] a mark was not changed:', code);
      toast({
        tone: 'error',
        title: t(($) => $.blocked.notChanged),
        text: t(($) => (code === 'CONFLICT' ? $.blocked.full : $.errors[code]), { detail: '' }),
      });
    } finally {
      await queries.invalidateQueries({ queryKey });
    }
  };
  return { set };
}
