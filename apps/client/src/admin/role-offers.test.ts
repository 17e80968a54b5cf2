import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Route } from '@sidetone/contract/http/route.ts';
import { type RouteName, routes } from '@sidetone/contract/http/routes.ts';
import { adminRoles } from '@sidetone/contract/rules/admin/admin-roles.ts';
import {
  type AdminSection,
  adminSections,
  rolesForRoute,
  roleTable,
} from '@sidetone/contract/rules/admin/role-table.ts';
import { expect, test } from 'vitest';

const source = join(import.meta.dirname, '..');
const sectionPage = readFileSync(join(import.meta.dirname, 'SectionPage.tsx'), 'utf8');

/** What a page asks for that is not open to each of its roles: the condition that it is drawn on, and where that is. */
const conditions: readonly {
  readonly of: string;
  readonly named: string;
  readonly where: string;
  readonly by: string;
}[] = [
  {
    of: 'setVoicemailOfLines updateCallSettings',
    named: 'admin/users/VoicemailPanel.tsx',
    where: 'admin/users/UsersSection.tsx',
    by: "name === 'voicemail' && me?.admin",
  },
  {
    of: 'unlinkSignOn',
    named: 'admin/users/SignOnItem.tsx',
    where: 'admin/users/UserMenu.tsx',
    by: 'me?.admin && user.singleSignOn ? <SignOnItem',
  },
  {
    of: 'setChannelMember',
    named: 'admin/users/UserPanel.tsx',
    where: 'admin/users/UserPanel.tsx',
    by: "const silent = !holdsRole(me, 'queues')",
  },
  {
    of: 'setExtension removeExtension',
    named: 'admin/users/Extensions.tsx',
    where: 'admin/channels/ChannelPanel.tsx',
    by: "holdsRole(me, 'numbers') ? (",
  },
  {
    of: 'replaceAnnouncement',
    named: 'admin/announcements/NewAnnouncement.tsx',
    where: 'admin/company/Announcements.tsx',
    by: 'replaced={changed}',
  },
  {
    of: 'phones',
    named: 'admin/users/UserPanel.tsx',
    where: 'admin/users/UserPanel.tsx',
    by: '{me?.admin ? (\n        <LinkAway',
  },
  {
    of: 'ai',
    named: 'admin/announcements/NewAnnouncement.tsx',
    where: 'admin/announcements/NewAnnouncement.tsx',
    by: 'me?.admin ? <WhereToConnect />',
  },
];
const nameIn = (file: string) => file.slice(source.length + 1);
const isConditional = (name: string, file: string): boolean =>
  conditions.some(({ of, named }) => named === nameIn(file) && of.split(' ').includes(name));

/** The file of a page of the administration. */
function pageOf(section: AdminSection): string {
  const component = new RegExp(`  ${section}: (\\w+),`).exec(sectionPage)?.[1];
  const path = new RegExp(`import \\{ ${component} \\} from '(.+)';`).exec(sectionPage)?.[1];
  return join(import.meta.dirname, path ?? section);
}

/** The files that a file draws with, itself among them. */
function filesOf(first: string): ReadonlySet<string> {
  const found = new Set([first]);
  for (const file of found) {
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/(?:from |import\()'([.#][^']+)'/g)) {
      const next = path.startsWith('#') ? join(source, path.slice(1)) : join(dirname(file), path);
      if (existsSync(next)) found.add(next);
    }
  }
  return found;
}

/** The routes for administrators that a file names. */
function adminRoutesIn(file: string): readonly RouteName[] {
  const text = readFileSync(file, 'utf8');
  const plain = [...text.matchAll(/Routes\.(\w+)/g)].map(([, name = '']) => name);
  const chosen = [...text.matchAll(/Routes\[([^\]]+)\]/g)].flatMap(([, names = '']) =>
    [...names.matchAll(/'(\w+)'/g)].map(([, name = '']) => name),
  );
  return [...plain, ...chosen].filter(
    (name): name is RouteName => (routes as Readonly<Record<string, Route>>)[name]?.audience === 'admin',
  );
}

/** The pages of the administration that a file leads to. */
const sectionsIn = (file: string): readonly AdminSection[] =>
  adminSections.filter((section) => readFileSync(file, 'utf8').includes(`section: '${section}'`));

test('what is drawn on a condition still is', () => {
  for (const { where, by } of conditions) expect(readFileSync(join(source, where), 'utf8')).toContain(by);
});

test.each(adminRoles)('the pages of the role %s offer nothing that it does not open', (role) => {
  const mine: readonly string[] = roleTable[role].sections;
  const refused = roleTable[role].sections.flatMap((section) =>
    [...filesOf(pageOf(section))].flatMap((file) =>
      [
        ...adminRoutesIn(file).filter((name) => !rolesForRoute(name).includes(role)),
        ...sectionsIn(file).filter((other) => !mine.includes(other)),
      ]
        .filter((name) => !isConditional(name, file))
        .map((name) => `${section}: ${name} in ${nameIn(file)}`),
    ),
  );
  expect(refused).toEqual([]);
});
