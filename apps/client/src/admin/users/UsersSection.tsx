import type { AdminUser } from '@sidetone/contract/entities/admin-user.ts';
import { mayAdministerSomething, mayDoAllOf } from '@sidetone/contract/rules/admin/admin-roles.ts';
import { formatNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { ListPlus, Voicemail } from 'lucide-react';
import { useMemo, useState } from 'react';
import { formatDay } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import { useMe } from '#live/queries/me.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Button } from '#ui/Button.tsx';
import type { Column } from '#ui/DataTable.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Segmented } from '#ui/Segmented.tsx';
import { StateBadge } from '#ui/StateBadge.tsx';
import { nameOf, useChannelNames, useUsers } from '../directory.ts';
import { PeopleImport } from '../people-import/PeopleImport.tsx';
import { TableSection } from '../TableSection.tsx';
import { useOpen } from '../use-open.ts';
import { BarredPanel } from './BarredPanel.tsx';
import { BulkBar } from './BulkBar.tsx';
import {
  type DepartmentFilter,
  DepartmentSelect,
  everyDepartment,
  filterThatCounts,
  isOfDepartment,
} from './DepartmentSelect.tsx';
import { ForwardingPanel } from './ForwardingPanel.tsx';
import { forwardingOf } from './forwarding-place.ts';
import { InvitePanel } from './InvitePanel.tsx';
import { UserMenu } from './UserMenu.tsx';
import { UserPanel } from './UserPanel.tsx';
import { VoicemailPanel } from './VoicemailPanel.tsx';

const filters = ['all', 'admins', 'withoutPhone', 'invited', 'deactivated'] as const;
type Filter = (typeof filters)[number];

const passes: Record<Filter, (user: AdminUser) => boolean> = {
  all: (user) => user.state !== 'deactivated',
  admins: (user) => mayAdministerSomething(user) && user.state !== 'deactivated',
  withoutPhone: (user) => user.devices.length === 0 && user.state !== 'deactivated',
  invited: (user) => user.state === 'invited',
  deactivated: (user) => user.state === 'deactivated',
};

/** All users of the account: their data, their extensions and numbers, and their presence. */
export function UsersSection() {
  const { open, setOpen } = useOpen();
  return open === 'import' ? <PeopleImport onClose={() => setOpen(null)} /> : <UserTable />;
}

function UserTable() {
  const { t } = useWords();
  const { rows, status } = useUsers();
  const me = useMe();
  const columns = useUserColumns();
  const [filter, setFilter] = useState<Filter>('all');
  const [chosenDepartment, setDepartment] = useState<DepartmentFilter>(everyDepartment);
  const department = filterThatCounts(rows, chosenDepartment);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const chosen = rows.filter(({ id }) => ticked.has(id));
  const tick = (ids: readonly string[], isTicked: boolean) => {
    const next = new Set(ticked);
    for (const id of ids) isTicked ? next.add(id) : next.delete(id);
    setTicked(next);
  };
  // Only users whom the filters show are changed together.
  const narrow = (change: () => void) => {
    change();
    setTicked(new Set());
  };
  return (
    <TableSection
      title={t(($) => $.admin.sections.users)}
      note={status === 'ready' ? String(rows.filter(passes.all).length) : undefined}
      search={t(($) => $.admin.users.filter)}
      texts={(user) => [nameOf(user), user.email, user.department, ...user.extensions, ...user.numbers]}
      add={t(($) => $.admin.users.invite)}
      actions={(open) => (
        <>
          {me?.admin ? (
            <Button size="l" onClick={() => open('voicemail')}>
              <Icon of={Voicemail} />
              {t(($) => $.admin.users.voicemails)}
            </Button>
          ) : null}
          <Button size="l" onClick={() => open('import')}>
            <Icon of={ListPlus} />
            {t(($) => $.admin.people.open)}
          </Button>
        </>
      )}
      bar={
        <>
          <Segmented<Filter>
            label={t(($) => $.admin.users.show)}
            value={filter}
            onChange={(value) => narrow(() => setFilter(value))}
            options={filters.map((value) => ({ value, label: t(($) => $.admin.users.filters[value]) }))}
          />
          <DepartmentSelect users={rows} value={department} onChange={(value) => narrow(() => setDepartment(value))} />
        </>
      }
      foot={chosen.length === 0 ? null : <BulkBar users={chosen} onClear={() => setTicked(new Set())} />}
      ticks={{
        ticked,
        onTick: tick,
        label: (user) => t(($) => $.admin.people.bulk.tick, { name: nameOf(user) }),
        allLabel: t(($) => $.admin.people.bulk.tickAll),
      }}
      passes={(user) => passes[filter](user) && isOfDepartment(user, department)}
      rows={rows}
      isLoading={status === 'loading'}
      columns={columns}
      menu={(user) => (me && mayDoAllOf(me, user) ? <UserMenu user={user} /> : null)}
      panel={({ row, name, close }) => {
        if (name === 'new') return <InvitePanel onClose={close} />;
        if (name === 'voicemail' && me?.admin) return <VoicemailPanel onClose={close} />;
        const forwarded = rows.find((user) => name === forwardingOf(user.id) && me && mayDoAllOf(me, user));
        if (forwarded) return <ForwardingPanel key={name} user={forwarded} onClose={close} />;
        if (row && me && !mayDoAllOf(me, row)) return <BarredPanel user={row} onClose={close} />;
        return row ? <UserPanel key={name} user={row} onClose={close} /> : null;
      }}
    />
  );
}

function useUserColumns() {
  const { t, language } = useWords();
  const names = useChannelNames();
  return useMemo<Column<AdminUser>[]>(
    () => [
      {
        id: 'name',
        head: t(($) => $.admin.users.name),
        sort: nameOf,
        cell: (user) => <Who user={user} />,
      },
      {
        id: 'department',
        head: t(($) => $.admin.people.cells.department),
        sort: (user) => user.department ?? '',
        from: 1000,
        cell: (user) => user.department,
      },
      {
        id: 'role',
        head: t(($) => $.admin.users.role),
        sort: (user) => (user.admin ? 0 : user.roles.length > 0 ? 1 : 2),
        from: 700,
        cell: (user) => <Role user={user} />,
      },
      {
        id: 'extension',
        head: t(($) => $.admin.users.extension),
        sort: (user) => Number(user.extensions[0] ?? 0),
        from: 700,
        cell: (user) => user.extensions.join(', '),
      },
      {
        id: 'number',
        head: t(($) => $.admin.users.number),
        sort: (user) => user.numbers[0] ?? '',
        from: 1000,
        cell: (user) => <span className="whitespace-nowrap">{user.numbers.map(formatNumber).join(', ')}</span>,
      },
      {
        id: 'channels',
        head: t(($) => $.admin.users.channels),
        from: 1000,
        cell: (user) =>
          user.channelIds
            .map((id) => names.get(id))
            .filter(Boolean)
            .join(', '),
      },
      {
        id: 'devices',
        head: t(($) => $.admin.users.devices),
        cell: (user) => <UserState user={user} language={language} />,
      },
    ],
    [t, names, language],
  );
}

function Who({ user }: { user: AdminUser }) {
  return (
    <span className="flex items-center gap-3">
      <Avatar name={nameOf(user)} imageUrl={user.avatarUrl} size="xs" />
      <span className="min-w-0">
        <span className="block truncate font-med text-ink">{nameOf(user)}</span>
        <span className="block truncate text-12 text-ink-3 leading-4">{user.email}</span>
      </span>
    </span>
  );
}

function Role({ user: { admin, roles } }: { user: AdminUser }) {
  const { t } = useWords();
  if (!admin && roles.length > 0) return roles.map((role) => t(($) => $.admin.roles.names[role])).join(', ');
  if (!admin) return t(($) => $.admin.users.member);
  return (
    <span className="inline-flex h-5.5 items-center rounded-xs border border-line-strong px-1.5 font-med text-12">
      {t(($) => $.admin.users.admin)}
    </span>
  );
}

/** The presence of a user, in words. */
function UserState({ user, language }: { user: AdminUser; language: 'de' | 'en' }) {
  const { t } = useWords();
  if (user.state === 'deactivated') return <StateBadge tone="off">{t(($) => $.admin.users.deactivated)}</StateBadge>;
  if (user.state === 'invited') {
    const day = (user.invitation?.createdAt ?? user.createdAt).slice(0, 10);
    return (
      <StateBadge tone="ring">
        {t(($) => $.admin.users.invitedOn, { day: formatDay(day, language, new Date().getFullYear()) })}
      </StateBadge>
    );
  }
  const there = user.devices.filter((device) => device.state === 'registered');
  if (there.length === 0) return <StateBadge tone="off">{t(($) => $.admin.users.offline)}</StateBadge>;
  const kinds = [...new Set(there.map((device) => device.kind))];
  return <StateBadge tone="live">{kinds.map((kind) => t(($) => $.admin.users.kinds[kind])).join(', ')}</StateBadge>;
}
