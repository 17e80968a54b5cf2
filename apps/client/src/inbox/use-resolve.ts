import { type InboxRow, phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import { inboxRoutes } from '@sidetone/contract/http/inbox-routes.ts';
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
   * Resolves all calls of a row's group where one is unresolved, else reopens its newest. The change shows immediately,
   * can be undone, and is taken back where the server refuses it.
   */
  toggle(row: InboxRow): void;
  /** Resolves every call of the channel; these rows are the ones shown now. */
  all(shown: readonly string[]): void;
}

/** Resolving calls of one channel: shown immediately, undone from the toast, taken back when it fails. */
export function useResolve(channelId: string): Resolving {
  const { t } = useWords();
  return useMemo(() => {
    const channel: Channel = { channelId, t };
    return {
      toggle: (row) => void toggle(channel, row),
      all: (shown) => void resolveAll(channel, shown),
    };
  }, [channelId, t]);
}

interface Channel {
  readonly channelId: string;
  readonly t: ReturnType<typeof useWords>['t'];
}

async function toggle(channel: Channel, row: InboxRow): Promise<void> {
  const { channelId } = channel;
  const resolved = !isDone(row);
  const reply = await attempt(channel, [row.id], resolved, () =>
    call(inboxRoutes.setEventResolved, {
      params: { channelId, docId: row.id },
      body: { resolved, group: row.groupSize > 1 },
    }),
  );
  if (!reply) return;
  const { ids } = reply;
  tellDone(channel, { id: row.id, rows: [row.id], resolved, ids, count: ids.length });
}

async function resolveAll(channel: Channel, shown: readonly string[]): Promise<void> {
  const { channelId } = channel;
  const reply = await attempt(channel, shown, true, () => call(inboxRoutes.resolveAll, { params: { channelId } }));
  if (!reply) return;
  tellDone(channel, {
    id: `all ${channelId}`,
    rows: shown,
    resolved: true,
    ids: reply.ids,
    count: reply.resolved,
  });
}

interface Done {
  /** Names what was resolved or reopened; a later toast about the same replaces the earlier one. */
  readonly id: string;
  readonly rows: readonly string[];
  readonly resolved: boolean;
  /** Events that can be set back. */
  readonly ids: string[];
  readonly count: number;
}

/** Says how many calls were resolved or reopened, and offers to undo it. */
function tellDone(channel: Channel, { id, rows, resolved, ids, count }: Done): void {
  const { t } = channel;
  toast({
    id: `resolved ${id}`,
    tone: 'ok',
    title: t(($) => $.inbox[resolvedWord(resolved, count)], { count }),
    ...(ids.length > 0
      ? { action: { label: t(($) => $.app.undo), run: () => void undo(channel, rows, resolved, ids) } }
      : {}),
  });
}

/** Undoes a change of these events; `rows` show them. */
async function undo(channel: Channel, rows: readonly string[], wasResolved: boolean, ids: string[]): Promise<void> {
  const params = { channelId: channel.channelId };
  const route = wasResolved ? inboxRoutes.reopen : inboxRoutes.resolveMany;
  await attempt<unknown>(channel, rows, !wasResolved, () =>
    inParts(ids, resolveManyLimit, (part) => call(route, { params, body: { ids: part } })),
  );
}

/** Shows rows as resolved or reopened while the server is asked. A change that it refuses is taken back and told; then null. */
async function attempt<Reply>(
  { t }: Channel,
  rows: readonly string[],
  resolved: boolean,
  ask: () => Promise<Reply>,
): Promise<Reply | null> {
  const change = resolved ? { unresolved: false, unresolvedCalls: 0 } : { unresolved: true, unresolvedCalls: 1 };
  const shown = rows.flatMap((id) => [
    patchLive(phoneQueries.inbox, id, change),
    patchLive(phoneQueries.inboxEvent, id, change),
  ]);
  try {
    return await confirmed(shown, ask);
  } catch (error) {
    toast({ tone: 'error', title: t(($) => $.inbox.notSaved), text: t(($) => $.errors[codeOf(error)]) });
    return null;
  }
}
