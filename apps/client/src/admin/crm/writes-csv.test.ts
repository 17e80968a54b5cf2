import type { CrmWrite } from '@sidetone/contract/entities/call-log.ts';
import { expect, test } from 'vitest';
import { csvOfWrites } from './writes-csv.ts';

const row: CrmWrite = {
  id: 'w1',
  rev: 1,
  integrationId: 'i1',
  source: 'HUBSPOT',
  channelId: 'c1',
  sessionId: 's1',
  kind: 'call',
  unit: 'main',
  key: 'KQ7M-9D2X',
  state: 'REFUSED',
  skipReason: null,
  actor: 'w',
  remoteNumber: '+49694711',
  remoteName: null,
  attempts: 2,
  problem: null,
  nextTryAt: null,
  url: null,
  createdAt: '2026-11-29T10:00:00.000Z',
  updatedAt: '2026-11-29T10:01:00.000Z',
};
const words = {
  state: () => 'Refused',
  person: () => 'Mara, "M" Lund',
  otherSide: () => '',
  crm: () => 'HubSpot',
  lastAnswer: () => '=HYPERLINK("x")',
};

test('the CRM log is saved with quotes where they are needed, and no cell is a formula', () => {
  expect(csvOfWrites(['Time', 'User'], [row, { ...row, remoteNumber: null }], words)).toBe(
    [
      'Time,User',
      `2026-11-29T10:00:00.000Z,"Mara, ""M"" Lund",'+49694711,HubSpot,Refused,2,"'=HYPERLINK(""x"")",KQ7M-9D2X,`,
      `2026-11-29T10:00:00.000Z,"Mara, ""M"" Lund",,HubSpot,Refused,2,"'=HYPERLINK(""x"")",KQ7M-9D2X,`,
      '',
    ].join('\r\n'),
  );
});
