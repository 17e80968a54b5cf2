import { blockedCallerQueries } from '@sidetone/contract/documents/blocked-caller-queries.ts';
import type { BlockedBefore, NewBlockedCaller } from '@sidetone/contract/entities/blocked-caller.ts';
import { adminBlockedCallerRoutes, blockedCallerRoutes } from '@sidetone/contract/http/blocked-caller-routes.ts';
import { formatNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { retryLive, useLive } from '#live/queries/live.ts';
import { toast } from '#ui/toasts.ts';

/** A list of blocked callers: the user's own, or the company's, which administrators have. */
export type BlockListName = 'own' | 'company';

/** What a list refuses, as its entries and new ones say it. */
interface Caller {
  readonly kind: 'number' | 'prefix' | 'anonymous';
  readonly number: string | null;
  readonly note: string | null;
  /** Of anonymous callers: they are asked for a key. */
  readonly asks?: boolean;
}

const add = (of: BlockListName, body: NewBlockedCaller) =>
  of === 'own'
    ? call(blockedCallerRoutes.blockCaller, { body })
    : call(adminBlockedCallerRoutes.blockCallerForAll, { body });

const remove = (of: BlockListName, blockedId: string) =>
  of === 'own'
    ? call(blockedCallerRoutes.unblockCaller, { params: { blockedId } })
    : call(adminBlockedCallerRoutes.unblockCallerForAll, { params: { blockedId } });

const entryOf = ({ kind, number, note, asks = false }: Caller): NewBlockedCaller =>
  kind === 'anonymous' ? { kind, asks } : { kind, number: number ?? '', note };

const queryOf = (of: BlockListName) => blockedCallerQueries[of === 'own' ? 'blockedCallers' : 'adminBlockedCallers'];

/** The entries of a list, the newest first. */
export function useBlockList(of: BlockListName) {
  return useLive(queryOf(of), {});
}

/** Asks again for a list that could not be loaded. */
export const retryBlockList = (of: BlockListName): void => retryLive(queryOf(of), {});

/** Blocks callers and takes their calls again; a notice says so and undoes it. `block` gives whether it was done. */
export function useBlocking(of: BlockListName) {
  const { t } = useWords();
  const failed = (error: unknown) => {
    const code = codeOf(error);
    console.warn('[blocked] a list was not changed:', code);
    toast({
      tone: 'error',
      title: t(($) => $.blocked.notChanged),
      text: t(($) => (code === 'CONFLICT' ? $.blocked.full : $.errors[code]), { detail: '' }),
    });
  };
  const nameOf = ({ kind, number }: Caller): string => {
    if (kind === 'anonymous' || number === null) return t(($) => $.blocked.anonymous);
    return kind === 'number' ? formatNumber(number) : t(($) => $.blocked.beginning, { number });
  };
  const block = async (caller: Caller): Promise<boolean> => {
    try {
      const { id, isNew, before } = await add(of, entryOf(caller));
      const undo = undoOf(isNew ? 'new' : before, { ...caller, id });
      toast({
        tone: 'ok',
        title: caller.asks
          ? t(($) => $.blocked.asked[of])
          : t(($) => $.blocked[isNew || before ? 'done' : 'already'][of], { caller: nameOf(caller) }),
        // An entry that was there before, with its note and its count, is not taken away by undoing nothing.
        ...(undo && { action: { label: t(($) => $.app.undo), run: undo } }),
      });
      return true;
    } catch (error) {
      failed(error);
      return false;
    }
  };
  /** Anonymous callers who were rejected are rejected again. What marks of users made is not made by hand. */
  const undoOf = (before: BlockedBefore | 'new' | null, entry: Caller & { readonly id: string }) => {
    if (before === 'new') return () => void unblock(entry);
    if (before === null || before === 'learned') return null;
    return () => void block({ ...entry, asks: before === 'asked' });
  };
  const unblock = async (entry: Caller & { readonly id: string }): Promise<void> => {
    try {
      await remove(of, entry.id);
      toast({
        tone: 'ok',
        title: t(($) => $.blocked.undone[of], { caller: nameOf(entry) }),
        action: { label: t(($) => $.app.undo), run: () => void block(entry) },
      });
    } catch (error) {
      failed(error);
    }
  };
  return { block, unblock, nameOf };
}
