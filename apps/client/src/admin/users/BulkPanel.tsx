import { type AdminUser, departmentName } from '@sidetone/contract/entities/admin-user.ts';
import { type AdminRole, adminRoles, holdsRole } from '@sidetone/contract/rules/admin/admin-roles.ts';
import { useState } from 'react';
import { languageOptions } from '#i18n/language-options.ts';
import { useWords } from '#i18n/use-words.ts';
import { useMe } from '#live/queries/me.ts';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Field } from '#ui/Field.tsx';
import { Select } from '#ui/Select.tsx';
import { useAdminChannels, useUsers } from '../directory.ts';
import { EditorPanel, Group } from '../EditorPanel.tsx';
import { changesFor, departmentOf, departmentOption, departmentsOf, type WantedForAll } from './bulk-changes.ts';
import { RoleWords } from './RightsFields.tsx';
import { useBulk } from './use-bulk.ts';

interface BulkPanelProps {
  users: readonly AdminUser[];
  onClose: (isDone: boolean) => void;
}

/** What is set for department: nothing, none, one that there is, or another one. */
const [asIs, none, another] = ['', 'none', 'another'] as const;

const withRoles = 'roles';
const administrators = (label: string) => ({ value: 'admin', label });

/** Users with roles are no administrators, and no one is both. */
const wantedRights = (role: string, roles: readonly AdminRole[]): Pick<WantedForAll, 'admin' | 'roles'> => {
  if (role === '' || (role === withRoles && roles.length === 0)) return {};
  return { admin: role === 'admin', roles: role === withRoles ? roles : [] };
};

interface RoleTicksProps {
  roles: readonly AdminRole[];
  onChange: (roles: readonly AdminRole[]) => void;
}

/** The roles that the asker may give, to be ticked. */
function RoleTicks({ roles, onChange }: RoleTicksProps) {
  const { t } = useWords();
  const me = useMe();
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-med text-12 text-ink-2">{t(($) => $.admin.roles.title)}</legend>
      {adminRoles
        .filter((role) => holdsRole(me, role))
        .map((role) => (
          <Checkbox
            key={role}
            label={<RoleWords role={role} />}
            checked={roles.includes(role)}
            onChange={({ target }) =>
              onChange(adminRoles.filter((each) => (each === role ? target.checked : roles.includes(each))))
            }
          />
        ))}
    </fieldset>
  );
}

/** Changes what is to be the same for all ticked users; the button says for how many something changes. */
export function BulkPanel({ users, onClose }: BulkPanelProps) {
  const { t } = useWords();
  const me = useMe();
  const { change, busy } = useBulk();
  const departments = departmentsOf(useUsers().rows);
  const queues = useAdminChannels().rows.filter(({ type }) => type === 'acd');
  const [department, setDepartment] = useState<string>(asIs);
  const [typed, setTyped] = useState('');
  const [locale, setLocale] = useState('');
  const [role, setRole] = useState('');
  const [roles, setRoles] = useState<readonly AdminRole[]>([]);
  const [channels, setChannels] = useState<ReadonlyMap<string, boolean>>(new Map());

  const name = departmentName.safeParse(typed);
  const existing = departmentOf(department);
  const wanted: WantedForAll = {
    ...(department === none ? { department: null } : {}),
    ...(department === another && name.success ? { department: name.data } : {}),
    ...(existing === undefined ? {} : { department: existing }),
    ...(locale === 'de' || locale === 'en' ? { locale } : {}),
    ...wantedRights(role, roles),
    channels,
  };
  const changes = changesFor(users, wanted);
  const stays = { value: '', label: t(($) => $.admin.people.bulk.asIs) };
  const setChannel = (id: string, value: string) => {
    const next = new Map(channels);
    if (value === '') next.delete(id);
    else next.set(id, value === 'join');
    setChannels(next);
  };
  const submit = async () => {
    if (changes.length > 0 && (await change(users, changes))) onClose(true);
  };
  return (
    <EditorPanel
      title={t(($) => $.admin.people.bulk.changeTitle, { count: users.length })}
      onClose={() => onClose(false)}
      dirty={changes.length > 0}
      busy={busy || changes.length === 0}
      onSubmit={() => void submit()}
      submitLabel={t(($) => $.admin.people.bulk.submit, { count: changes.length })}
    >
      <Select
        label={t(($) => $.admin.people.cells.department)}
        value={department}
        onChange={(event) => setDepartment(event.target.value)}
        options={[
          stays,
          ...departments.map(departmentOption),
          { value: another, label: t(($) => $.admin.people.bulk.anotherDepartment) },
          { value: none, label: t(($) => $.admin.people.bulk.noDepartment) },
        ]}
      />
      {department === another ? (
        <Field
          label={t(($) => $.admin.people.bulk.newDepartment)}
          value={typed}
          error={typed === '' || name.success ? undefined : t(($) => $.admin.issue.notValid)}
          onChange={(event) => setTyped(event.target.value)}
        />
      ) : null}
      <div className="grid grid-cols-2 gap-3 max-[559px]:grid-cols-1">
        <Select
          label={t(($) => $.admin.users.language)}
          value={locale}
          onChange={(event) => setLocale(event.target.value)}
          options={[stays, ...languageOptions]}
        />
        <Select
          label={t(($) => $.admin.users.role)}
          value={role}
          onChange={(event) => setRole(event.target.value)}
          options={[
            stays,
            { value: 'member', label: t(($) => $.admin.users.member) },
            { value: withRoles, label: t(($) => $.admin.roles.choose) },
            ...(me?.admin ? [administrators(t(($) => $.admin.users.isAdmin))] : []),
          ]}
        />
      </div>
      {role === withRoles ? <RoleTicks roles={roles} onChange={setRoles} /> : null}
      {queues.length === 0 ? null : (
        <Group title={t(($) => $.admin.people.cells.queues)}>
          {queues.map(({ id, name: queue }) => (
            <Select
              key={id}
              label={queue}
              help={t(($) => $.admin.people.bulk.members, {
                now: users.filter(({ channelIds }) => channelIds.includes(id)).length,
                count: users.length,
              })}
              value={channels.has(id) ? (channels.get(id) ? 'join' : 'leave') : ''}
              onChange={(event) => setChannel(id, event.target.value)}
              options={[
                stays,
                { value: 'join', label: t(($) => $.admin.people.bulk.join) },
                { value: 'leave', label: t(($) => $.admin.people.bulk.leave) },
              ]}
            />
          ))}
        </Group>
      )}
    </EditorPanel>
  );
}
