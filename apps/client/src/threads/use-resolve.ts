import { type InboxRow, phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import type { ThreadOf } from '@sidetone/contract/entities/thread.ts';
import { inboxRoutes } from '@sidetone/contract/http/inbox-routes.ts';
import { resolveManyLimit } from '@sidetone/contract/rules/limits.ts';
import { useMemo } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { resolvedWord } from '#inbox/resolved-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { confirmed } from '#live/queries/confirmed.ts';
import { patchLive } from '#live/queries/live.ts';
import { inParts } from '#platform/in-parts.ts';
import { toast } from '#ui/toasts.ts';

export interface Resolving {
  /** Resolves this call alone, or reopens it. */
  toggle(row: InboxRow): void;
  /** Resolves every unresolved call of the thread, or of its calls about a topic; these rows are the loaded ones. */
  all(rows: readonly InboxRow[], topic: string | null): void;
}

/** Resolving calls of a thread: shown immediately, undone from the toast, taken back where the server refuses it. */
export function useResolve(channelId: string, of: ThreadOf): Resolving {
  const { t } = useWords();
  const place = JSON.stringify(of);
  return useMemo(() => {
    /** The answer of the server; null where it refused. */
    async function attempt<Reply>(ids: readonly string[], resolved: boolean, ask: () => Promise<Reply>) {
      const shown = ids.map((id) => patchLive(phoneQueries.thread, id, { unresolved: !resolved }));
      try {
        return await confirmed(shown, ask);
      } catch (error) {
        toast({ tone: 'error', title: t(($) => $.inbox.notSaved), text: t(($) => $.errors[codeOf(error)]) });
        return null;
      }
    }

    const setOne = (docId: string, resolved: boolean) =>
      attempt([docId], resolved, () =>
        call(inboxRoutes.setEventResolved, { params: { channelId, docId }, body: { resolved, group: false } }),
      );

    async function toggle({ id, unresolved }: InboxRow): Promise<void> {
      const reply = await setOne(id, unresolved);
      if (reply === null) return;
      const undo = { label: t(($) => $.app.undo), run: () => void setOne(id, !unresolved) };
      toast({
        id: `resolved ${id}`,
        tone: 'ok',
        title: t(($) => $.inbox[resolvedWord(unresolved, reply.ids.length)], { count: reply.ids.length }),
        ...(reply.ids.length > 0 ? { action: undo } : {}),
      });
    }

    /** The loaded rows change first; the server knows the others, and says which changed. */
    async function all(rows: readonly InboxRow[], topic: string | null): Promise<void> {
      const newest = rows[0]?.id;
      if (newest === undefined) return;
      const shown = rows.filter(({ unresolved }) => unresolved).map(({ id }) => id);
      const params = { channelId };
      const asked = { of: JSON.parse(place) as ThreadOf, newest, ...(topic === null ? {} : { topic }) };
      const reply = await attempt(shown, true, () => call(inboxRoutes.resolveThread, { params, body: asked }));
      if (reply === null) return;
      const changed = new Set(reply.ids);
      const here = shown.filter((id) => changed.has(id));
      const reopen = () =>
        inParts(reply.ids, resolveManyLimit, (part) => call(inboxRoutes.reopen, { params, body: { ids: part } }));
      toast({
        id: `resolved thread ${channelId}`,
        tone: 'ok',
        title: t(($) => $.inbox[resolvedWord(true, reply.resolved)], { count: reply.resolved }),
        ...(reply.resolved > 0
          ? { action: { label: t(($) => $.app.undo), run: () => void attempt(here, false, reopen) } }
          : {}),
      });
    }

    return { toggle: (row) => void toggle(row), all: (rows, topic) => void all(rows, topic) };
  }, [channelId, place, t]);
}
