import { expect, test } from 'vitest';
import { ongoingFacts } from './ongoing-facts.ts';
import { ongoingRow } from './sip/testing/fake-sip-server.ts';

test('the first row says where a call came in; later ones do not say it again', () => {
  const row = ongoingRow({ direction: 'INCOMING', state: 'ringing', channelId: 'own', originalChannelId: 'sales' });
  expect(ongoingFacts(null, row)).toEqual([{ type: 'forwarded', channelId: 'sales' }]);
  expect(ongoingFacts(row, { ...row, state: 'talking' })).toEqual([]);
  expect(ongoingFacts(null, ongoingRow())).toEqual([]);
});
