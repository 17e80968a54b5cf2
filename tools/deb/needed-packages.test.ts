import { expect, test } from 'vitest';
import { neededPackages } from './needed-packages.ts';

test('what a workspace runs with: the nearest of each package, workspaces by their folders, no tools', () => {
  const entries = {
    'apps/server': { dependencies: { '@own/contract': '1', pg: '1', fast: '1' }, devDependencies: { vitest: '1' } },
    'node_modules/@own/contract': { link: true, resolved: 'packages/contract' },
    'packages/contract': { dependencies: { zod: '4' } },
    'node_modules/pg': { dependencies: { types: '1' }, optionalDependencies: { cloud: '1', absent: '1' } },
    'node_modules/pg/node_modules/types': {},
    'node_modules/types': {},
    'node_modules/cloud': {},
    'node_modules/fast': {
      peerDependencies: { zod: '4', vitest: '1', typescript: '6' },
      peerDependenciesMeta: { vitest: { optional: true } },
    },
    'node_modules/zod': {},
    'node_modules/vitest': {},
  };
  expect(neededPackages(entries, 'apps/server')).toEqual([
    'apps/server',
    'node_modules/cloud',
    'node_modules/fast',
    'node_modules/pg',
    'node_modules/pg/node_modules/types',
    'node_modules/zod',
    'packages/contract',
  ]);
});

test('a package that is needed and not there ends the build', () => {
  expect(() => neededPackages({ 'apps/server': { dependencies: { pg: '1' } } }, 'apps/server')).toThrow(/needs pg/);
});
