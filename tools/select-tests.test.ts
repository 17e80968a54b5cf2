import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readTestWords } from './changed-files.ts';
import { findUsers, readImportGraph } from './import-graph.ts';
import { root } from './programs-running.ts';
import { roomTables, storiesOfPath } from './room-stories.ts';
import { describeSelection, selectTests } from './select-tests.ts';
import { storyFiles } from './story-run.ts';

const graph = readImportGraph([
  { path: 'apps/client/src/inbox/rows.ts', text: "import { a } from '#ui/fade.ts';" },
  { path: 'apps/client/src/inbox/rows.test.ts', text: "import { rows } from './rows.ts';" },
  { path: 'apps/client/src/ui/fade.ts', text: '' },
  {
    path: 'apps/server/src/main.ts',
    text: "import '#server/events.ts';\nimport { x } from '@sidetone/contract/a.ts';",
  },
  { path: 'apps/server/src/main.test.ts', text: "run(['node', 'apps/server/src/main.ts']);" },
  {
    path: 'e2e/people/colleague.ts',
    text: "import '@sidetone/simulator/people/person.ts';\nimport '@sidetone/signals/tones.ts';",
  },
  { path: 'e2e/stories/hold.spec.ts', text: "import { seat } from '../people/colleague.ts';" },
  { path: 'e2e/stories/inbox.spec.ts', text: '' },
  { path: 'tools/docs.test.ts', text: '' },
]);
const project = {
  graph,
  unitTests: ['apps/client/src/inbox/rows.test.ts', 'apps/server/src/main.test.ts', 'tools/docs.test.ts'],
  stories: ['hold.spec.ts', 'inbox.spec.ts', 'notes.spec.ts', 'shell.spec.ts'],
};
const select = (...changed: string[]) => selectTests(changed, project);

test('users are found through imports of every form, and through programs that are started', () => {
  expect([...findUsers(graph, ['apps/client/src/ui/fade.ts'])]).toContain('apps/client/src/inbox/rows.test.ts');
  expect([...findUsers(graph, ['packages/contract/src/a.ts'])]).toContain('apps/server/src/main.test.ts');
  expect([...findUsers(graph, ['apps/server/src/events.ts'])]).toContain('apps/server/src/main.test.ts');
});

test('a file of a room runs the unit tests that import it and the stories of the room', () => {
  expect(select('apps/client/src/inbox/rows.ts')).toEqual({
    unit: { files: ['apps/client/src/inbox/rows.test.ts', 'tools/docs.test.ts'] },
    stories: { files: ['inbox.spec.ts'] },
  });
});

test('people of the stories run the stories that import them, also when they are removed', () => {
  expect(select('e2e/people/colleague.ts').stories).toEqual({ files: ['hold.spec.ts'] });
  expect(select('apps/simulator/src/people/person.ts').stories).toEqual({ files: ['hold.spec.ts'] });
  expect(select('packages/signals/src/tones.ts').stories).toEqual({ files: ['hold.spec.ts'] });
  expect(select('e2e/stories/notes.spec.ts').stories).toEqual({ files: ['notes.spec.ts'] });
});

test.each([
  ['packages/contract/src/rules/limits.ts'],
  ['apps/client/src/ui/fade.ts'],
  ['apps/server/src/storage/database.ts'],
  ['apps/server/src/main.ts'],
  ['apps/client/vite.config.ts'],
  ['e2e/playwright.config.ts'],
  ['package-lock.json'],
  ['a-file-that-nobody-thought-of.sh'],
])('%s can touch every story', (path) => {
  expect(select(path).stories).toEqual({ all: path });
});

test.each([['docs/OPERATIONS.md'], ['apps/client/src/inbox/rows.test.ts'], ['tools/trace.ts'], ['biome.json']])(
  '%s touches no story',
  (path) => {
    expect(select(path).stories).toEqual({ files: [] });
  },
);

test.each([['package.json'], ['vitest.config.ts'], ['apps/server/assets/tone.wav'], ['apps/client/src/ui/theme.css']])(
  '%s can touch every unit test',
  (path) => {
    expect(select(path).unit).toEqual({ all: path });
  },
);

test('nothing changed runs the tests of the tools alone', () => {
  expect(select()).toEqual({ unit: { files: ['tools/docs.test.ts'] }, stories: { files: [] } });
});

test('the output says what runs, why all run, and what is left out', () => {
  const changed = ['apps/client/src/inbox/rows.ts'];
  expect(describeSelection(select(...changed), project, changed)).toEqual([
    '1 file changed: checks run whole',
    '  unit tests: 2 of 3 files',
    '  stories: 1 of 4 files: inbox',
    '  left out: hold, notes, shell',
  ]);
  expect(describeSelection(select('package.json'), project, ['package.json'])).toEqual([
    '1 file changed: checks run whole',
    '  unit tests: all, because of package.json',
    '  stories: all, because of package.json',
  ]);
});

describe('the tables of rooms', () => {
  const stories = storyFiles().map((file) => file.replace(/\.spec\.ts$/, ''));
  const entries = [
    ...Object.entries(roomTables.clientRooms).map(([room, names]) => [`apps/client/src/${room}`, names] as const),
    ...Object.entries(roomTables.serverRooms).map(([room, names]) => [`apps/server/src/${room}`, names] as const),
  ];

  test.each(entries)('%s is there and leads to stories that are there', (folder, names) => {
    expect(existsSync(join(root, folder))).toBe(true);
    expect(names.filter((name) => !stories.includes(name))).toEqual([]);
    expect(storiesOfPath(`${folder}/file.ts`)).toEqual(expect.arrayContaining([...names]));
  });

  test('every story is reached from a room', () => {
    const reached = new Set([...entries.flatMap(([, names]) => names), ...storiesOfPath('packages/sip/src/a.ts')]);
    const asked = storiesOfPath('apps/server/src/features/inbox/a.ts');
    const left = stories.filter((name) => !reached.has(name) && !asked.includes(name));
    expect(left).toEqual([]);
  });
});

test.each([
  [[], { run: 'all' }],
  [['--changed'], { run: 'changed' }],
  [['--changed', '--since', 'main'], { run: 'changed', since: 'main' }],
  [['--since=v0.2.0'], { run: 'changed', since: 'v0.2.0' }],
  [['--since'], '--since wants a commit: npm test -- --changed --since main'],
  [['inbox'], 'npm test has no option inbox; it knows --changed and --since COMMIT. Stories by name: npm run e2e'],
])('npm test with %j is read', (words, asked) => {
  expect(readTestWords(words)).toEqual(asked);
});
