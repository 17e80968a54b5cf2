import { type InboxRow, phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import { phoneRoutes } from '@sidetone/contract/http/phone-routes.ts';
import { resolveManyLimit } from '@sidetone/contract/rules/limits.ts';
import { useMemo } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { resolvedWord } from '#inbox/resolved-words.ts';
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
    /** What the server answers; null where it did not agree. */
    async function attempt<Reply>(ids: readonly string[], resolved: boolean, ask: () => Promise<Reply>) {
      const takeBacks = ids.map((id) => patchLive(phoneQueries.thread, id, { unresolved: !resolved }));
      try {
        return await ask();
      } catch (error) {
        for (const takeBack of takeBacks) takeBack();
        toast({ tone: 'error', title: t(($) => $.inbox.notSaved), text: t(($) => $.errors[codeOf(error)]) });
        return null;
      }
    }

    const setOne = (docId: string, resolved: boolean) =>
      attempt([docId], resolved, () =>
        call(phoneRoutes.setEventResolved, { params: { channelId, docId }, body: { resolved, group: false } }),
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

    async function all(rows: readonly InboxRow[]): Promise<void> {
      const ids = rows.filter(({ unresolved }) => unresolved).map(({ id }) => id);
      if (ids.length === 0) return;
      const params = { channelId };
      const resolve = async () => {
        let changed = 0;
        await inParts(ids, resolveManyLimit, async (part) => {
          changed += (await call(phoneRoutes.resolveMany, { params, body: { ids: part } })).resolved;
        });
        return changed;
      };
      const reopen = () =>
        inParts(ids, resolveManyLimit, (part) => call(phoneRoutes.reopen, { params, body: { ids: part } }));
      const changed = await attempt(ids, true, resolve);
      if (changed === null) return;
      toast({
        id: `resolved thread ${channelId}`,
        tone: 'ok',
        title: t(($) => $.inbox[resolvedWord(true, changed)], { count: changed }),
        ...(changed > 0
          ? { action: { label: t(($) => $.app.undo), run: () => void attempt(ids, false, reopen) } }
          : {}),
      });
    }

    return { toggle: (row) => void toggle(row), all: (rows) => void all(rows) };
  }, [channelId, t]);
}
