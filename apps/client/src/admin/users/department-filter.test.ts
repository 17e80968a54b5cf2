import type { AdminUser } from '@sidetone/contract/entities/admin-user.ts';
import { expect, test } from 'vitest';
import { everyDepartment, filterThatCounts } from './DepartmentSelect.tsx';

test('a department that is gone narrows nothing', () => {
  const users = [{ department: 'Sales' }] as unknown as AdminUser[];
  const sales = { of: 'one', name: 'Sales' } as const;
  expect(filterThatCounts(users, sales)).toEqual(sales);
  expect(filterThatCounts(users, { of: 'one', name: 'Office' })).toEqual(everyDepartment);
  expect(filterThatCounts([], { of: 'none' })).toEqual(everyDepartment);
});
