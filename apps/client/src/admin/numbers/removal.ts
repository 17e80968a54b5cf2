import type { AdminNumber } from '@sidetone/contract/entities/admin-channel.ts';
import { adminChannelRoutes } from '@sidetone/contract/http/admin/channel-routes.ts';
import { formatNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { useCompanyFacts } from '../directory.ts';
import { useRun } from '../run.ts';
import { useRemoval } from '../use-removal.tsx';

/** Asks before a number is removed. Only users who assign numbers can undo it, so others are told before. */
export function useNumberRemoval() {
  const { t } = useWords();
  const { run } = useRun();
  const runsServer = useCompanyFacts()?.runsServer ?? false;
  const giveBack = ({ id, label, channelId }: AdminNumber) =>
    void run(() => call(adminChannelRoutes.addNumbers, { body: { first: id, label, channelId } }), null);
  return useRemoval<AdminNumber>({
    words: (row) => {
      const number = formatNumber(row.id);
      const channel = row.channelName ?? t(($) => $.admin.numbers.nobody);
      const leadsTo = t(($) => $.admin.numbers.remove.text, { channel });
      const title = t(($) => $.admin.numbers.remove.done, { number });
      return {
        title: t(($) => $.admin.numbers.remove.title, { number }),
        text: runsServer ? leadsTo : `${leadsTo} ${t(($) => $.admin.numbers.remove.fromServer)}`,
        action: t(($) => $.admin.numbers.remove.action),
        done: runsServer ? { title, action: { label: t(($) => $.app.undo), run: () => giveBack(row) } } : { title },
      };
    },
    remove: ({ id }) => call(adminChannelRoutes.removeNumber, { params: { number: id } }),
  });
}
