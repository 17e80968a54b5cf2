import type { AdminUser } from '@sidetone/contract/entities/admin-user.ts';
import { useWords } from '#i18n/use-words.ts';
import { Select } from '#ui/Select.tsx';
import { departmentOf, departmentOption, departmentsOf } from './bulk-changes.ts';

/** Which users are shown: all, those without a department, or those of one. */
export type DepartmentFilter =
  | { readonly of: 'all' }
  | { readonly of: 'none' }
  | { readonly of: 'one'; readonly name: string };

export const everyDepartment: DepartmentFilter = { of: 'all' };

export function isOfDepartment({ department }: AdminUser, filter: DepartmentFilter): boolean {
  if (filter.of === 'all') return true;
  return filter.of === 'none' ? department === null : department === filter.name;
}

/** The filter as it counts: a department that is gone narrows nothing any longer, and so does none where there is none. */
export function filterThatCounts(users: readonly AdminUser[], filter: DepartmentFilter): DepartmentFilter {
  const departments = departmentsOf(users);
  if (filter.of === 'one' && !departments.includes(filter.name)) return everyDepartment;
  return departments.length === 0 ? everyDepartment : filter;
}

interface DepartmentSelectProps {
  users: readonly AdminUser[];
  value: DepartmentFilter;
  onChange: (filter: DepartmentFilter) => void;
}

/** Narrows the users to a department; nothing while there is none. */
export function DepartmentSelect({ users, value, onChange }: DepartmentSelectProps) {
  const { t } = useWords();
  const departments = departmentsOf(users);
  if (departments.length === 0) return null;
  const read = (text: string): DepartmentFilter => {
    const name = departmentOf(text);
    if (name !== undefined) return { of: 'one', name };
    return { of: text === 'none' ? 'none' : 'all' };
  };
  return (
    <Select
      hideLabel
      small
      label={t(($) => $.admin.people.departments.label)}
      value={value.of === 'one' ? departmentOption(value.name).value : value.of}
      onChange={(event) => onChange(read(event.target.value))}
      options={[
        { value: 'all', label: t(($) => $.admin.people.departments.all) },
        ...departments.map(departmentOption),
        { value: 'none', label: t(($) => $.admin.people.departments.none) },
      ]}
    />
  );
}
