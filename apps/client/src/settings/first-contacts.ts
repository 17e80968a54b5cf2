import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { problemText } from '#contacts/integration-problem.ts';
import { useWords } from '#i18n/use-words.ts';
import { useLive } from '#live/queries/live.ts';
import { toast } from '#ui/toasts.ts';
import { outcomeOf, type Saved } from './integrations/outcome-of-saving.ts';

/** Ids of connections that were saved in this window and have not loaded their contacts since. */
const awaited = createStore<ReadonlyMap<string, Saved>>(() => new Map());

/** A connection was just saved: `useFirstContacts` reports whether its contacts load, wherever its user is by then. */
export function awaitContacts(saved: Saved): void {
  awaited.setState(new Map([...awaited.getState(), [saved.id, saved]]), true);
}

/** Reports connections that were saved in this window when their contacts cannot be read. */
export function useFirstContacts(): void {
  const { t } = useWords();
  const { rows, status } = useLive(phoneQueries.integrations, {});
  const all = useStore(awaited);
  useEffect(() => {
    if (status !== 'ready' || all.size === 0) return;
    const byId = new Map(rows.map((row) => [row.id, row]));
    const left = new Map(all);
    for (const [id, saved] of all) {
      const now = byId.get(id);
      const outcome = outcomeOf(saved, now);
      if (outcome !== null) left.delete(id);
      if (outcome !== 'failed' || !now?.problem) continue;
      const why = problemText(t, now.problem);
      toast({ tone: 'error', title: t(($) => $.integrations.contactsFailed, { name: now.displayName }), text: why });
    }
    if (left.size < all.size) awaited.setState(left, true);
  }, [rows, status, all, t]);
}
