import type { AdminNumber } from '@sidetone/contract/entities/admin-channel.ts';
import { adminChannelRoutes } from '@sidetone/contract/http/admin-channel-routes.ts';
import { formatNumber } from '@sidetone/contract/rules/dialable.ts';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/http.ts';
import type { Question } from '../ConfirmDialog.tsx';
import { useAdminAccount } from '../directory.ts';
import { useRun } from '../run.ts';

/** Asks before a number is taken away. Only those who assign numbers can undo it, so the others are told before. */
export function useRemoval() {
  const { t } = useWords();
  const { run } = useRun();
  const runsServer = useAdminAccount()?.runsServer ?? false;
  const [question, setQuestion] = useState<Question | null>(null);

  const giveBack = ({ id, label, channelId }: AdminNumber) =>
    void run(() => call(adminChannelRoutes.addNumbers, { body: { first: id, label, channelId } }), null);

  const askRemove = (number: AdminNumber) => {
    const shown = formatNumber(number.id);
    const leadsTo = t(($) => $.admin.numbers.remove.text, {
      channel: number.channelName ?? t(($) => $.admin.numbers.nobody),
    });
    const title = t(($) => $.admin.numbers.remove.done, { number: shown });
    const undo = { label: t(($) => $.app.undo), run: () => giveBack(number) };
    setQuestion({
      title: t(($) => $.admin.numbers.remove.title, { number: shown }),
      text: runsServer ? leadsTo : `${leadsTo} ${t(($) => $.admin.numbers.remove.fromServer)}`,
      action: t(($) => $.admin.numbers.remove.action),
      run: async () => {
        await run(
          () => call(adminChannelRoutes.removeNumber, { params: { number: number.id } }),
          runsServer ? { title, action: undo } : { title },
        );
      },
    });
  };
  return { question, setQuestion, askRemove };
}
