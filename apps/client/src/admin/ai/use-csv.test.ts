import type { AiUseRow } from '@sidetone/contract/entities/ai-use.ts';
import { expect, test } from 'vitest';
import { csvOfUse } from './use-csv.ts';

const heads = {
  month: 'Month',
  service: 'Service',
  calls: 'Calls',
  minutes: 'Minutes',
  tokens: 'Tokens',
  sum: 'Sum',
  currency: 'Currency',
};
const row: AiUseRow = {
  month: '2026-11',
  connectionId: 'c',
  purpose: 'language',
  kind: 'mistral',
  name: 'Mistral',
  calls: 412,
  audioSeconds: 90,
  tokens: 2_100_000,
  costs: [{ currency: 'EUR', millionths: 1_640_000 }],
  isPartlyPriced: false,
};

test('a line for each month and service; what is not priced has no sum, and a second currency repeats no use', () => {
  const rows = [
    row,
    { ...row, costs: [], name: 'a "b", c' },
    { ...row, costs: [...row.costs, { currency: 'USD', millionths: 500_000 }] },
  ];
  expect(csvOfUse(heads, rows, ({ name }) => name ?? '').split('\r\n')).toEqual([
    'Month,Service,Calls,Minutes,Tokens,Sum,Currency',
    '2026-11,Mistral,412,1.5,2100000,1.640000,EUR',
    '2026-11,"a ""b"", c",412,1.5,2100000,,',
    '2026-11,Mistral,412,1.5,2100000,1.640000,EUR',
    '2026-11,Mistral,,,,0.500000,USD',
    '',
  ]);
});

test.each(['=1+1', '+1', '-1', '@sum', '\tx'])('a name is no formula: %j', (name) => {
  expect(csvOfUse(heads, [{ ...row, name }], (one) => one.name ?? '')).toContain(`,'${name},`);
});
