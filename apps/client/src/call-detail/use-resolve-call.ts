import { type InboxRow, phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import { inboxRoutes } from '@sidetone/contract/http/inbox-routes.ts';
import { resolveManyLimit } from '@sidetone/contract/rules/limits.ts';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { confirmed } from '#live/queries/confirmed.ts';
import { patchLive } from '#live/queries/live.ts';
import { inParts } from '#platform/in-parts.ts';
import { toast } from '#ui/toasts.ts';
import { isOpen } from './facts.ts';

/**
 * Resolves a call, or reopens it: shown immediately, undone from the toast, taken back when the server refuses it.
 * `group` is for pages where a call represents its group, which goes with it.
 */
export function useResolveCall(group: boolean): (row: InboxRow) => void {
  const { t } = useWords();

  async function write(row: InboxRow, resolved: boolean, undo: boolean): Promise<void> {
    const { channelId, id: docId } = row;
    const change = { unresolved: !resolved, ...(group ? { unresolvedCalls: resolved ? 0 : 1 } : {}) };
    const shown = [
      patchLive(phoneQueries.inboxEvent, docId, change),
      patchLive(phoneQueries.inbox, docId, change),
      patchLive(phoneQueries.thread, docId, change),
    ];
    let ids: string[];
    try {
      const body = { resolved, group };
      const order = () => call(inboxRoutes.setEventResolved, { params: { channelId, docId }, body });
      ids = (await confirmed(shown, order)).ids;
    } catch (error) {
      toast({
        tone: 'error',
        title: t(($) => $.callDetail.notSaved),
        text: t(($) => $.errors[codeOf(error)]),
      });
      return;
    }
    if (!undo) return;
    toast({
      id: `resolved ${docId}`,
      tone: 'ok',
      title:
        ids.length > 0
          ? t(($) => (resolved ? $.callDetail.resolved : $.callDetail.reopened))
          : t(($) => (resolved ? $.inbox.resolvedBefore : $.inbox.reopenedBefore)),
      ...(ids.length > 0
        ? { action: { label: t(($) => $.app.undo), run: () => void takeBackOnServer(row, resolved, ids) } }
        : {}),
    });
  }

  /** Exactly the changed calls are changed back: a group may hold calls that were resolved long before. */
  async function takeBackOnServer(row: InboxRow, resolved: boolean, ids: string[]): Promise<void> {
    const params = { channelId: row.channelId };
    const route = resolved ? inboxRoutes.reopen : inboxRoutes.resolveMany;
    try {
      await inParts(ids, resolveManyLimit, (part) => call(route, { params, body: { ids: part } }));
    } catch (error) {
      toast({
        tone: 'error',
        title: t(($) => $.callDetail.notSaved),
        text: t(($) => $.errors[codeOf(error)]),
      });
    }
  }

  return (row) => void write(row, isOpen(row, group), true);
}
