import { type InboxRow, phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import { phoneRoutes } from '@sidetone/contract/http/phone-routes.ts';
import { resolveManyLimit } from '@sidetone/contract/rules/limits.ts';
import { useMemo } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { confirmed } from '#live/queries/confirmed.ts';
import { patchLive } from '#live/queries/live.ts';
import { inParts } from '#platform/in-parts.ts';
import { toast } from '#ui/toasts.ts';
import { resolvedWord } from './resolved-words.ts';
import { isDone } from './use-calls.ts';

export interface Resolving {
  /**
   * Resolves all calls of a row's group where one is unresolved, else reopens its newest. It shows at once, can be undone,
   * and is taken back where the server did not agree.
   */
  toggle(row: InboxRow): void;
  /** Resolves every call of the channel; these rows are the ones shown now. */
  all(shown: readonly string[]): void;
}

/** Resolving calls of one channel: shown at once, undone from the toast, taken back when it fails. */
export function useResolve(channelId: string): Resolving {
  const { t } = useWords();
  return useMemo(() => {
    /** Shows rows as resolved or reopened while the server is asked; whatever is refused is taken back. */
    async function attempt<Reply>(rows: readonly string[], resolved: boolean, ask: () => Promise<Reply>) {
      const change = resolved ? { unresolved: false, unresolvedCalls: 0 } : { unresolved: true, unresolvedCalls: 1 };
      const takeBacks = rows.flatMap((id) => [
        patchLive(phoneQueries.inbox, id, change),
        patchLive(phoneQueries.inboxEvent, id, change),
      ]);
      try {
        return await confirmed(takeBacks, ask);
      } catch (error) {
        toast({ tone: 'error', title: t(($) => $.inbox.notSaved), text: t(($) => $.errors[codeOf(error)]) });
        return null;
      }
    }

    /** Undoes a change of these events; the row with this id stands for them. */
    async function undo(rows: readonly string[], wasResolved: boolean, ids: string[]): Promise<void> {
      const params = { channelId };
      const route = wasResolved ? phoneRoutes.reopen : phoneRoutes.resolveMany;
      await attempt<unknown>(rows, !wasResolved, () =>
        inParts(ids, resolveManyLimit, (part) => call(route, { params, body: { ids: part } })),
      );
    }

    async function toggle(row: InboxRow): Promise<void> {
      const resolved = !isDone(row);
      const reply = await attempt([row.id], resolved, () =>
        call(phoneRoutes.setEventResolved, {
          params: { channelId, docId: row.id },
          body: { resolved, group: row.groupSize > 1 },
        }),
      );
      if (!reply) return;
      toast({
        id: `resolved ${row.id}`,
        tone: 'ok',
        title: t(($) => $.inbox[resolvedWord(resolved, reply.ids.length)], { count: reply.ids.length }),
        ...(reply.ids.length > 0
          ? { action: { label: t(($) => $.app.undo), run: () => void undo([row.id], resolved, reply.ids) } }
          : {}),
      });
    }

    async function all(shown: readonly string[]): Promise<void> {
      const reply = await attempt(shown, true, () => call(phoneRoutes.resolveAll, { params: { channelId } }));
      if (!reply) return;
      toast({
        id: `resolved all ${channelId}`,
        tone: 'ok',
        title: t(($) => $.inbox[resolvedWord(true, reply.resolved)], { count: reply.resolved }),
        ...(reply.ids.length > 0
          ? { action: { label: t(($) => $.app.undo), run: () => void undo(shown, true, reply.ids) } }
          : {}),
      });
    }

    return { toggle: (row) => void toggle(row), all: (shown) => void all(shown) };
  }, [channelId, t]);
}
