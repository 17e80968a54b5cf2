import { adminQueries } from '@sidetone/contract/documents/admin-queries.ts';
import { type AuditAction, type AuditEntry, auditActions } from '@sidetone/contract/entities/audit.ts';
import { adminAccountRoutes } from '@sidetone/contract/http/admin/account-routes.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useApiTokens } from '#api-tokens/use-api-tokens.ts';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { useLive } from '#live/queries/live.ts';
import { Button } from '#ui/Button.tsx';
import { type Column, DataTable } from '#ui/DataTable.tsx';
import { Empty } from '#ui/Empty.tsx';
import { Field } from '#ui/Field.tsx';
import { Select } from '#ui/Select.tsx';
import { nameOf, useAdminChannels, useUserNames, useUsers } from '../directory.ts';
import { formatMoment } from '../format.ts';
import { auditWords, detailLanguage, detailWords } from './audit-words.ts';

/** Lines of the log: the newest arrive by themselves, older and filtered ones in pages. */
export function AuditLog() {
  const { t } = useWords();
  const users = useUsers().rows;
  const [action, setAction] = useState<AuditAction | ''>('');
  const [actor, setActor] = useState('');
  const [from, setFrom] = useState('');
  const newest = useLive(adminQueries.adminAuditLog, { limit: 100 });

  const filter = {
    ...(action === '' ? {} : { action }),
    ...(actor === '' ? {} : { actor }),
    ...(from === '' ? {} : { from: new Date(`${from}T00:00:00`).toISOString() }),
  };
  const isFiltered = Object.keys(filter).length > 0;
  const pages = useInfiniteQuery({
    queryKey: ['audit-log', filter, newest.rows[0]?.id ?? null],
    queryFn: ({ pageParam, signal }) =>
      call(
        adminAccountRoutes.auditLog,
        { query: { ...filter, limit: 100, ...(pageParam === null ? {} : { before: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    placeholderData: (before) => before,
  });
  const entries = useMemo(() => {
    const loaded = pages.data?.pages.flatMap((page) => page.entries) ?? [];
    if (isFiltered) return loaded;
    const known = new Set(loaded.map(({ id }) => id));
    return [...newest.rows.filter(({ id }) => !known.has(id)), ...loaded];
  }, [pages.data, newest.rows, isFiltered]);

  const columns = useLogColumns();

  return (
    <>
      <div className="flex flex-none flex-wrap items-end gap-3 border-line border-b px-6 py-3 max-[559px]:px-4">
        <Select
          className="w-60"
          label={t(($) => $.admin.log.action)}
          value={action}
          onChange={(event) => setAction(event.target.value as AuditAction | '')}
          options={[
            { value: '', label: t(($) => $.admin.log.everything) },
            ...auditActions.map((value) => ({ value, label: auditWords(t, value) })),
          ]}
        />
        <Select
          className="w-52"
          label={t(($) => $.admin.log.actor)}
          value={actor}
          onChange={(event) => setActor(event.target.value)}
          options={[
            { value: '', label: t(($) => $.admin.log.everybody) },
            ...users.map((user) => ({ value: user.id, label: nameOf(user) })),
          ]}
        />
        <Field
          label={t(($) => $.admin.log.from)}
          type="date"
          value={from}
          onChange={(event) => setFrom(event.target.value)}
        />
      </div>
      <DataTable
        label={t(($) => $.admin.log.pages.changes)}
        rows={entries}
        columns={columns}
        rowKey={({ id }) => id}
        loading={pages.isPending && newest.status === 'loading'}
        moreLabel={t(($) => $.admin.more)}
        empty={
          pages.isError ? (
            <Empty
              title={t(($) => $.admin.loadFailed)}
              action={<Button onClick={() => void pages.refetch()}>{t(($) => $.app.tryAgain)}</Button>}
            />
          ) : (
            <Empty title={t(($) => (isFiltered ? $.admin.noMatch : $.admin.log.empty))} />
          )
        }
      />
      {pages.hasNextPage ? (
        <div className="flex flex-none justify-center border-line border-t p-2">
          <Button disabled={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            {t(($) => $.admin.log.older)}
          </Button>
        </div>
      ) : null}
    </>
  );
}

function useLogColumns() {
  const { t, language } = useWords();
  const names = useNames();
  return useMemo<Column<AuditEntry>[]>(() => {
    const speaks = detailLanguage(t, names);
    return [
      {
        id: 'at',
        head: t(($) => $.admin.log.at),
        cell: ({ at }) => <span className="whitespace-nowrap">{formatMoment(at, language)}</span>,
      },
      {
        id: 'actor',
        head: t(($) => $.admin.log.actor),
        cell: ({ actorUserId }) =>
          actorUserId === null ? t(($) => $.admin.log.server) : (names.get(actorUserId) ?? actorUserId),
      },
      {
        id: 'action',
        head: t(($) => $.admin.log.action),
        cell: (entry) => <span className="font-med text-ink">{auditWords(t, entry.action)}</span>,
      },
      {
        id: 'target',
        head: t(($) => $.admin.log.target),
        cell: ({ target }) => (target === null ? '' : (names.get(target) ?? target)),
      },
      {
        id: 'detail',
        head: t(($) => $.admin.log.detail),
        from: 1000,
        cell: ({ detail }) => (
          <span className="line-clamp-2 max-w-90 break-words text-12">{detailWords(detail, speaks)}</span>
        ),
      },
      { id: 'address', head: t(($) => $.admin.log.address), from: 1000, cell: ({ address }) => address },
    ];
  }, [t, language, names]);
}

/** Names by ids for everything in the lines: users, channels, trunks, devices, API tokens and the company. */
function useNames(): ReadonlyMap<string, string> {
  const people = useUserNames();
  const channels = useAdminChannels().rows;
  const trunks = useLive(adminQueries.adminTrunks, {}).rows;
  const devices = useLive(adminQueries.adminDevices, {}).rows;
  const accounts = useLive(adminQueries.adminAccount, {}).rows;
  const tokens = useApiTokens('company').list;
  return useMemo(() => {
    const things = [...channels, ...trunks, ...devices, ...accounts, ...tokens].map(
      ({ id, name }) => [id, name] as const,
    );
    return new Map([...things, ...people]);
  }, [people, channels, trunks, devices, accounts, tokens]);
}
