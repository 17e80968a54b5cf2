import type { ConnectedIntegration } from '@sidetone/contract/entities/integration.ts';
import { type CrmWriteGroup, crmWriteGroups, mostCounted } from '@sidetone/contract/rules/crm/write-groups.ts';
import { useWords } from '#i18n/use-words.ts';
import { Select } from '#ui/Select.tsx';
import { nameOf, useUsers } from '../directory.ts';
import { byServer, everyWrite, type WriteFilter, writePeriods } from './write-filter.ts';

interface WriteFiltersProps {
  filter: WriteFilter;
  onChange: (filter: WriteFilter) => void;
  counts: readonly { readonly id: CrmWriteGroup; readonly count: number }[];
  /** Those that take calls. */
  connections: readonly Pick<ConnectedIntegration, 'id' | 'displayName'>[];
}

/** Which entries of the CRM log are shown: by state, with how many there are of each, by CRM, user and day. */
export function WriteFilters({ filter, onChange, counts, connections }: WriteFiltersProps) {
  const { t, language } = useWords();
  const users = useUsers().rows;
  const number = new Intl.NumberFormat(language);
  const groupWords = (group: CrmWriteGroup) => {
    const name = group === 'NEEDS_PERSON' ? t(($) => $.admin.crm.needsYou) : t(($) => $.admin.crm.states[group]);
    const count = counts.find(({ id }) => id === group)?.count ?? 0;
    if (count === 0) return name;
    return `${name} (${number.format(count)}${count === mostCounted ? '+' : ''})`;
  };
  const change = (more: Partial<WriteFilter>) => {
    const next = { ...filter, ...more };
    const isEverything = Object.values(next).every((value) => value === '');
    onChange(isEverything ? everyWrite : next);
  };
  return (
    <>
      <Select
        small
        hideLabel
        className="w-52"
        label={t(($) => $.admin.crm.state)}
        value={filter.group}
        onChange={({ target }) => change({ group: crmWriteGroups.find((one) => one === target.value) ?? '' })}
        options={[
          { value: '', label: t(($) => $.admin.crm.everyState) },
          { value: 'NEEDS_PERSON', label: groupWords('NEEDS_PERSON') },
          ...crmWriteGroups
            .filter((group) => group !== 'NEEDS_PERSON')
            .map((group) => ({ value: group, label: groupWords(group) })),
        ]}
      />
      <Select
        small
        hideLabel
        className="w-44"
        label={t(($) => $.admin.crm.crm)}
        value={filter.integrationId}
        onChange={({ target }) => change({ integrationId: target.value })}
        options={[
          { value: '', label: t(($) => $.admin.crm.everyCrm) },
          ...connections.map(({ id, displayName }) => ({ value: id, label: displayName })),
        ]}
      />
      <Select
        small
        hideLabel
        className="w-44"
        label={t(($) => $.admin.crm.person)}
        value={filter.actor}
        onChange={({ target }) => change({ actor: target.value })}
        options={[
          { value: '', label: t(($) => $.admin.crm.everyPerson) },
          { value: byServer, label: t(($) => $.admin.crm.server) },
          ...users.map((user) => ({ value: user.id, label: nameOf(user) })),
        ]}
      />
      <Select
        small
        hideLabel
        className="w-44"
        label={t(($) => $.admin.crm.period)}
        value={filter.period}
        onChange={({ target }) => change({ period: writePeriods.find((one) => one === target.value) ?? '' })}
        options={[
          { value: '', label: t(($) => $.admin.crm.everyDay) },
          ...writePeriods.map((value) => ({ value, label: t(($) => $.admin.crm.periods[value]) })),
        ]}
      />
    </>
  );
}
