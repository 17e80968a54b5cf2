import { type InboxRow, phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import { phoneRoutes } from '@sidetone/contract/http/phone-routes.ts';
import { resolveManyLimit } from '@sidetone/contract/rules/limits.ts';
import { useMemo } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/api-error.ts';
import { call } from '#live/http.ts';
import { inParts } from '#live/in-parts.ts';
import { patchLive } from '#live/live.ts';
import { toast } from '#ui/toasts.ts';

export interface Resolving {
  /** Resolves this call alone, or reopens it. */
  toggle(row: InboxRow): void;
  /** Resolves all of these calls. */
  all(rows: readonly InboxRow[]): void;
}

/** Resolving calls of a thread: shown at once, undone from the toast, taken back where the server did not agree. */
export function useResolve(channelId: string): Resolving {
  const { t } = useWords();
  return useMemo(() => {
    async function attempt(ids: readonly string[], resolved: boolean, ask: () => Promise<unknown>): Promise<boolean> {
      const takeBacks = ids.map((id) => patchLive(phoneQueries.thread, id, { unresolved: !resolved }));
      try {
        await ask();
        return true;
      } catch (error) {
        for (const takeBack of takeBacks) takeBack();
        toast({ tone: 'error', title: t(($) => $.inbox.notSaved), text: t(($) => $.errors[codeOf(error)]) });
        return false;
      }
    }

    const setOne = (docId: string, resolved: boolean) =>
      attempt([docId], resolved, () =>
        call(phoneRoutes.setEventResolved, { params: { channelId, docId }, body: { resolved, group: false } }),
      );

    async function toggle({ id, unresolved }: InboxRow): Promise<void> {
      if (!(await setOne(id, unresolved))) return;
      toast({
        id: `resolved ${id}`,
        tone: 'ok',
        title: unresolved ? t(($) => $.threads.resolved, { count: 1 }) : t(($) => $.threads.reopened),
        action: { label: t(($) => $.app.undo), run: () => void setOne(id, !unresolved) },
      });
    }

    async function all(rows: readonly InboxRow[]): Promise<void> {
      const ids = rows.filter(({ unresolved }) => unresolved).map(({ id }) => id);
      if (ids.length === 0) return;
      const write = (resolved: boolean) => {
        const route = resolved ? phoneRoutes.resolveMany : phoneRoutes.reopen;
        return attempt(ids, resolved, () =>
          inParts(ids, resolveManyLimit, (part) => call(route, { params: { channelId }, body: { ids: part } })),
        );
      };
      if (!(await write(true))) return;
      toast({
        id: `resolved thread ${channelId}`,
        tone: 'ok',
        title: t(($) => $.threads.resolved, { count: ids.length }),
        action: { label: t(($) => $.app.undo), run: () => void write(false) },
      });
    }

    return { toggle: (row) => void toggle(row), all: (rows) => void all(rows) };
  }, [channelId, t]);
}
