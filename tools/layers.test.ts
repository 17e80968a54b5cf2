import { expect, test } from 'vitest';
import { findCircles } from './import-circles.ts';
import { mayUseTestPackage, placeOf } from './layer-places.ts';
import { importsOf } from './source-imports.ts';

test('imports are read however they are written, with the file that they mean', () => {
  const text = [
    "import type { Call } from '../core/call.ts';",
    "import './styles.css';",
    'export {\n  a,\n  b,\n} from "#ui/Button.tsx";',
    "const later = () => import('@sidetone/contract/rules/limits.ts');",
    "import { z } from 'zod';",
    'const words = "import nothing from \'./nowhere.ts\'";',
  ].join('\n');
  const found = importsOf('apps/client/src/calls/screens/Dock.tsx', text);
  expect(Object.fromEntries(found.map(({ specifier, target }) => [specifier, target]))).toEqual({
    '../core/call.ts': 'apps/client/src/calls/core/call.ts',
    './styles.css': undefined,
    '#ui/Button.tsx': 'apps/client/src/ui/Button.tsx',
    '@sidetone/contract/rules/limits.ts': 'packages/contract/src/rules/limits.ts',
    zod: undefined,
  });
});

test.each([
  ['apps/client/src/main.tsx', 'client', 'app', ''],
  ['apps/client/src/calls/calls.ts', 'client', 'calls', ''],
  ['apps/client/src/calls/engine/sip/invite.ts', 'client', 'calls', 'engine'],
  ['apps/client/src/calls/core/call.ts', 'client', 'calls/core', ''],
  ['apps/client/src/live/line/http.ts', 'client', 'live/line', ''],
  ['apps/client/src/live/store/entries/rows.ts', 'client', 'live/store', 'entries'],
  ['apps/server/src/services.ts', 'server', 'main', ''],
  ['apps/server/src/events.ts', 'server', 'events', ''],
  ['apps/server/src/pbx/ports.ts', 'server', 'pbx', ''],
  ['apps/server/src/pbx/media/media.ts', 'server', 'pbx', ''],
  ['apps/server/src/pbx/sip/sip-core.ts', 'server', 'pbx/sip', ''],
  ['apps/server/src/pbx/sip/trunks/ask-trunk.ts', 'server', 'pbx/sip', 'trunks'],
  ['apps/server/src/features/inbox/routes.ts', 'server', 'features/inbox', ''],
  ['apps/server/src/integrations/sync.ts', 'server', 'integrations', ''],
  ['apps/server/src/integrations/carddav/dav.ts', 'server', 'integrations/*', ''],
  ['apps/server/src/storage/postgres/cluster.ts', 'server', 'storage', 'postgres'],
  ['packages/sip/src/messages/message.ts', 'outside', 'packages/sip', ''],
  ['e2e/world/story.ts', 'outside', 'e2e', ''],
  ['apps/simulator/src/people/person.ts', 'outside', 'apps/simulator', ''],
  ['apps/simulator/src/cell/world.ts', 'outside', 'apps/simulator/cell', ''],
])('%s stands in %s, room %s', (path, app, room, folder) => {
  expect(placeOf(path)).toEqual({ app, room, folder });
});

test.each([
  ['apps/client/src/player/sound-cache.world.test.ts', true],
  ['apps/server/src/pbx/media/testing/ear.ts', true],
  ['packages/sip/src/testing/torture/written.ts', true],
  ['packages/signals/src/tones.ts', true],
  ['apps/simulator/src/people/person.ts', true],
  ['e2e/world/browsers.ts', true],
  ['bench/bundle.ts', true],
  ['apps/client/src/app/App.tsx', false],
  ['apps/client/src/audio/tones.ts', false],
  ['apps/server/src/services.ts', false],
  ['apps/server/src/demo/mumble.ts', false],
  ['apps/desktop/src/main.ts', false],
  ['packages/contract/src/rules/limits.ts', false],
])('whether %s may import the signals of tests: %s', (path, may) => {
  expect(mayUseTestPackage(path, 'packages/signals/src/spectrum.ts')).toBe(may);
  expect(mayUseTestPackage(path, 'packages/contract/src/rules/limits.ts')).toBe(true);
});

test('a circle is found, and one that nothing closes is none', () => {
  const graph = { a: ['b'], b: ['c', 'd'], c: ['a'], d: ['e', 'elsewhere'], e: [], self: ['self'] };
  const circles = findCircles(new Map(Object.entries(graph)));
  expect(circles.map((files) => files.sort().join())).toEqual(['a,b,c', 'self']);
});
