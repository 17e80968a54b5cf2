import { adminQueries } from '@sidetone/contract/documents/admin-queries.ts';
import type { Ban } from '@sidetone/contract/entities/guard.ts';
import { adminAccountRoutes } from '@sidetone/contract/http/admin/account-routes.ts';
import { useMemo, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { useLive } from '#live/queries/live.ts';
import { Button } from '#ui/Button.tsx';
import { type Column, DataTable } from '#ui/DataTable.tsx';
import { Empty } from '#ui/Empty.tsx';
import { ConfirmDialog, type Question } from '../ConfirmDialog.tsx';
import { useAdminAccount } from '../directory.ts';
import { formatMoment } from '../format.ts';
import { useRun } from '../run.ts';

/** Addresses that are blocked for a while. */
export function BanTable() {
  const { t, language } = useWords();
  const account = useAdminAccount();
  const { rows, status } = useLive(adminQueries.adminBans, {});
  const { run } = useRun();
  const [question, setQuestion] = useState<Question | null>(null);

  const columns = useMemo<Column<Ban>[]>(
    () => [
      {
        id: 'address',
        head: t(($) => $.admin.log.address),
        sort: ({ address }) => address,
        cell: ({ address, username }) => (
          <span className="font-med">{username === null ? address : `${address}, ${username}`}</span>
        ),
      },
      { id: 'reason', head: t(($) => $.admin.log.why), cell: ({ reason }) => t(($) => $.admin.log.reasons[reason]) },
      {
        id: 'strikes',
        head: t(($) => $.admin.log.strikes),
        align: 'end',
        sort: ({ strikes }) => strikes,
        cell: ({ strikes }) => strikes,
      },
      {
        id: 'since',
        head: t(($) => $.admin.log.since),
        from: 700,
        sort: ({ since }) => since,
        cell: ({ since }) => formatMoment(since, language),
      },
      {
        id: 'until',
        head: t(($) => $.admin.log.until),
        sort: ({ until }) => until,
        cell: ({ until }) => formatMoment(until, language),
      },
    ],
    [t, language],
  );
  const askLift = (ban: Ban) =>
    setQuestion({
      title: t(($) => $.admin.log.lift.title, { address: ban.address }),
      text: t(($) => $.admin.log.lift.text),
      action: t(($) => $.admin.log.lift.action),
      run: async () => {
        await run(() => call(adminAccountRoutes.liftBan, { body: { id: ban.id } }), {
          title: t(($) => $.admin.log.lift.done, { address: ban.address }),
        });
      },
    });

  return (
    <>
      <DataTable
        label={t(($) => $.admin.log.pages.bans)}
        rows={rows}
        columns={columns}
        rowKey={({ id }) => id}
        loading={status === 'loading'}
        end={(ban) => (
          <Button size="s" onClick={() => askLift(ban)}>
            {t(($) => $.admin.log.lift.action)}
          </Button>
        )}
        endLabel={t(($) => $.admin.actions)}
        moreLabel={t(($) => $.admin.more)}
        empty={
          account?.runsServer === false ? (
            <Empty title={t(($) => $.admin.log.notYours)} text={t(($) => $.admin.log.notYoursText)} />
          ) : (
            <Empty title={t(($) => $.admin.log.noBans)} text={t(($) => $.admin.log.noBansText)} />
          )
        }
      />
      <ConfirmDialog question={question} onClose={() => setQuestion(null)} />
    </>
  );
}
