import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import { phoneRoutes } from '@sidetone/contract/http/phone-routes.ts';
import { useMemo } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/api-error.ts';
import { call } from '#live/http.ts';
import { patchLive } from '#live/live.ts';
import { toast } from '#ui/toasts.ts';

export interface Resolving {
  /** Resolves or reopens one call at once; takes it back and says so when the server did not agree. */
  set(docId: string, resolved: boolean): void;
  /** Resolves every call of the channel; these are the ones shown now. */
  all(shown: readonly string[]): void;
}

/** Resolving calls of one channel: shown at once, undone from the toast, taken back when it fails. */
export function useResolve(channelId: string): Resolving {
  const { t } = useWords();
  return useMemo(() => {
    function failed(error: unknown): void {
      toast({ tone: 'error', title: t(($) => $.inbox.notSaved), text: t(($) => $.errors[codeOf(error)]) });
    }

    async function set(docId: string, resolved: boolean, undo: boolean): Promise<void> {
      const takeBack = patchLive(phoneQueries.inbox, docId, { unresolved: !resolved });
      try {
        await call(phoneRoutes.setEventResolved, { params: { channelId, docId }, body: { resolved } });
      } catch (error) {
        takeBack();
        return failed(error);
      }
      if (!undo) return;
      toast({
        id: `resolved ${docId}`,
        tone: 'ok',
        title: t(($) => (resolved ? $.inbox.resolved : $.inbox.reopened)),
        action: { label: t(($) => $.app.undo), run: () => void set(docId, !resolved, false) },
      });
    }

    async function all(shown: readonly string[]): Promise<void> {
      const takeBacks = shown.map((docId) => patchLive(phoneQueries.inbox, docId, { unresolved: false }));
      try {
        const { resolved, ids } = await call(phoneRoutes.resolveAll, { params: { channelId } });
        if (resolved === 0) return;
        toast({
          id: `resolved all ${channelId}`,
          tone: 'ok',
          title: t(($) => $.inbox.resolvedAll, { count: resolved }),
          action: { label: t(($) => $.app.undo), run: () => void reopen(ids) },
        });
      } catch (error) {
        for (const takeBack of takeBacks) takeBack();
        failed(error);
      }
    }

    async function reopen(ids: string[]): Promise<void> {
      const takeBacks = ids.map((docId) => patchLive(phoneQueries.inbox, docId, { unresolved: true }));
      try {
        await call(phoneRoutes.reopen, { params: { channelId }, body: { ids } });
      } catch (error) {
        for (const takeBack of takeBacks) takeBack();
        failed(error);
      }
    }

    return { set: (docId, resolved) => void set(docId, resolved, true), all: (shown) => void all(shown) };
  }, [channelId, t]);
}
