import { describe, expect, test } from 'vitest';
import { liveQueries } from '../../documents/queries.ts';
import type { Route } from '../../http/route.ts';
import { routes } from '../../http/routes.ts';
import { adminRoles, holdsRole, mayAdministerSomething, mayDoAllOf } from './admin-roles.ts';
import { adminSections, isOpenTo, rolesForQuery, rolesForRoute, roleTable, sectionsFor } from './role-table.ts';

describe.each(adminRoles)('%s', (role) => {
  const { sections, queries, routes: opened } = roleTable[role];
  test('opens pages, and lists and routes that are for administrators', () => {
    for (const section of sections) expect(adminSections).toContain(section);
    for (const query of queries) expect(liveQueries).toHaveProperty(query);
    for (const name of opened) expect((routes[name] as Route).audience, name).toBe('admin');
    for (const list of [sections, queries, opened]) expect(new Set<string>(list).size).toBe(list.length);
  });

  test('its holder sees its pages and no others', () => {
    expect(sectionsFor({ admin: false, roles: [role] })).toEqual(
      adminSections.filter((one) => sections.includes(one as never)),
    );
  });
});

test('nobody but administrators sees the settings of the company, its log, its backups and its services', () => {
  for (const section of ['company', 'log', 'backup', 'ai', 'mail', 'crm', 'health', 'phones'] as const) {
    expect(sectionsFor({ admin: false, roles: [...adminRoles] })).not.toContain(section);
  }
  expect(sectionsFor({ admin: true })).toEqual(adminSections);
  expect(rolesForRoute('changeAccount')).toEqual([]);
  expect(rolesForQuery('adminAuditLog')).toEqual([]);
  expect(isOpenTo({ admin: false, roles: [...adminRoles] }, [])).toBe(false);
});

test('what is open to several roles is open to each', () => {
  expect(rolesForRoute('tryRouting')).toEqual(['numbers', 'queues']);
  expect(sectionsFor({ admin: false, roles: ['reports', 'numbers'] })).toEqual([
    'numbers',
    'trunks',
    'routing',
    'records',
  ]);
});

test('an administrator holds every role, and a user who is not known yet none', () => {
  expect(adminRoles.every((role) => holdsRole({ admin: true }, role))).toBe(true);
  expect(holdsRole(null, 'people')).toBe(false);
  expect(mayAdministerSomething({ admin: false, roles: [] })).toBe(false);
  expect(mayAdministerSomething({ admin: false })).toBe(false);
  expect(mayAdministerSomething({ admin: false, roles: ['reports'] })).toBe(true);
});

test('only a user with all roles of another may do all that the other may', () => {
  const people = { admin: false, roles: ['people'] };
  expect(mayDoAllOf(people, { admin: false, roles: [] })).toBe(true);
  expect(mayDoAllOf(people, people)).toBe(true);
  expect(mayDoAllOf(people, { admin: false, roles: ['people', 'queues'] })).toBe(false);
  expect(mayDoAllOf({ admin: false, roles: [...adminRoles] }, { admin: true })).toBe(false);
  expect(mayDoAllOf({ admin: true }, { admin: true })).toBe(true);
});
