import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { countTrace, describeTrace, idsIn, readRequirements, traceRows } from './trace-rows.ts';

test.each([
  ['CONST-001 and nothing else', ['CONST-001']],
  ['ENT-025 to -027, SENT-045', ['ENT-025', 'ENT-026', 'ENT-027', 'SENT-045']],
  [
    'SAUDIO-001, SAUDIO-009, SAUDIO-015 to SAUDIO-017',
    ['SAUDIO-001', 'SAUDIO-009', 'SAUDIO-015', 'SAUDIO-016', 'SAUDIO-017'],
  ],
  ['SENT-064, -065: a topic', ['SENT-064', 'SENT-065']],
  ['ERR-001 to -002, -028 to -029', ['ERR-001', 'ERR-002', 'ERR-028', 'ERR-029']],
  ['12-345 and a-001', []],
])('%s names %j', (text, ids) => {
  expect(idsIn(text)).toEqual(ids);
});

test('a table is read with its quotes', () => {
  expect(readRequirements('id,requirement\nA-001,Plain.\nB-002,"One, and ""two""."\n')).toEqual([
    { id: 'A-001', text: 'Plain.' },
    { id: 'B-002', text: 'One, and "two".' },
  ]);
});

test('a row leads to its constant, its route, its test and its story', () => {
  const rows = [
    { id: 'CONST-001', text: 'Thirty favorites.' },
    { id: 'API-002', text: 'A call is held by POST /calls/{callId}/hold.' },
    { id: 'KEY-003', text: 'Nobody proved this.' },
  ];
  const sources = [
    {
      path: 'packages/contract/src/rules/limits.ts',
      text: '/** Most of them. CONST-001 */\nexport const most = 30;\n',
    },
    { path: 'apps/a/most.test.ts', text: "test('CONST-001: no thirty-first', () => {\n" },
    { path: 'e2e/stories/favorites.spec.ts', text: "test('CONST-001: all below each other', async () => {\n" },
  ];
  const traced = traceRows(rows, sources, [{ name: 'holdCall', operation: 'POST /calls/{id}/hold' }]);
  expect(describeTrace(traced)).toEqual([
    'CONST-001  Thirty favorites.',
    '    constant  most  (packages/contract/src/rules/limits.ts)',
    '    test      CONST-001: no thirty-first  (apps/a/most.test.ts)',
    '    story     CONST-001: all below each other  (e2e/stories/favorites.spec.ts)',
    'API-002  A call is held by POST /calls/{callId}/hold.',
    '    route     holdCall  (POST /calls/{id}/hold)',
    'KEY-003  Nobody proved this.',
  ]);
  expect(countTrace(traced)).toBe(
    '3 rows: 1 with a constant, 1 with a route, 1 with a test, 1 with a story; 1 without proof',
  );
});

test.each(['calls', 'shell'])('each row of %s.csv has an id of its own and a text', (name) => {
  const rows = readRequirements(readFileSync(new URL(`../docs/requirements/${name}.csv`, import.meta.url), 'utf8'));
  expect(rows.filter(({ id, text }) => !/^[A-Z]+-\d{3}$/.test(id) || text === '')).toEqual([]);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
});
