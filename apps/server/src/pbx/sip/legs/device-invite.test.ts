import { asksToAnswer } from '@sidetone/contract/rules/answer-now.ts';
import { expect, test } from 'vitest';
import { fakeDevice, offer } from '../testing/fake-device.ts';
import { fakeExchange } from '../testing/fake-exchange.ts';

/** The INVITE that a device gets for a call. */
async function invitedBy(
  transport: 'udp' | 'ws',
  given: { isOfQueue?: true; via?: string; diverted?: string[]; answersItself?: true },
) {
  const exchange = fakeExchange();
  const device = fakeDevice(exchange, 'bob', { transport });
  await device.register();
  const [contact] = await exchange.legs.contactsOf(['w-bob']);
  if (!contact) throw new Error('the device is not there');
  exchange.legs.order({
    do: 'invite',
    legId: 'l1',
    sipCallId: 'c1',
    sessionId: 's1',
    target: { kind: 'device', contact },
    offer,
    from: { user: '+4930111' },
    to: { user: '200' },
    ...given,
  });
  await exchange.pass();
  const invite = device.requests.findLast(({ request }) => request.method === 'INVITE');
  return invite?.request.headers;
}

test('desk phones are told that a call is of a queue, by which they choose their ringtone', async () => {
  const ring = async (...given: Parameters<typeof invitedBy>) => (await invitedBy(...given))?.list('Alert-Info');
  expect(await ring('udp', { isOfQueue: true })).toEqual(['<http://ring.invalid>;info=queue']);
  expect(await ring('udp', {})).toEqual([]);
  expect(await ring('ws', { isOfQueue: true })).toEqual([]);
});

test('phones and browsers are asked to answer by themselves in the ways of their vendors', async () => {
  for (const transport of ['udp', 'ws'] as const) {
    const headers = await invitedBy(transport, { answersItself: true });
    expect(headers?.list('Alert-Info')).toEqual(['<http://ring.invalid>;info=alert-autoanswer;delay=0']);
    expect(headers?.list('Call-Info')).toEqual(['<sip:ring.invalid>;answer-after=0']);
    expect(asksToAnswer(headers?.get('Call-Info'))).toBe(true);
    expect(asksToAnswer((await invitedBy(transport, {}))?.get('Call-Info'))).toBe(false);
  }
});

test('phones, and not browsers, are told which number was called', async () => {
  const told = async (transport: 'udp' | 'ws') => (await invitedBy(transport, {}))?.get('P-Called-Party-ID');
  expect(await told('udp')).toMatch(/^<sip:200@/);
  expect(await told('ws')).toBeUndefined();
});

test('desk phones show for which shared channel a call is, beside who calls', async () => {
  const told = async (transport: 'udp' | 'ws', via: string) => {
    const headers = await invitedBy(transport, { isOfQueue: true, via });
    return [headers?.get('To'), headers?.list('Diversion')];
  };
  const [to, [diversion = ''] = []] = (await told('udp', 'Service "Nord"')) as [string, string[]];
  expect(to).toMatch(/^"Service \\"Nord\\"" <sip:200@/);
  expect(diversion).toMatch(/^"Service \\"Nord\\"" <sip:200@[^>]*>;reason=unknown;counter=1$/);
  expect((await told('ws', 'Service'))[1]).toEqual([]);
});

test('desk phones read the history of a call in both fields, with who sent it on outside', async () => {
  const told = async (transport: 'udp' | 'ws', given: { via?: string; diverted?: string[] }) => {
    const headers = await invitedBy(transport, given);
    const hosts = /@[^;>?]*/g;
    return [headers?.list('Diversion'), headers?.list('History-Info')].map((all) =>
      all?.map((value) => value.replace(hosts, '@x')),
    );
  };
  const queue = '<sip:200@x>;index=1';
  expect(await told('udp', { via: 'Service' })).toEqual([
    ['"Service" <sip:200@x>;reason=unknown;counter=1'],
    [queue, '<sip:bob@x>;index=1.1;mp=1'],
  ]);
  expect(await told('udp', { via: 'Service', diverted: ['+4940777'] })).toEqual([
    ['"Service" <sip:200@x>;reason=unknown;counter=1', '<sip:+4940777@x>;reason=unknown;counter=1'],
    ['<sip:+4940777@x?Reason=SIP%3Bcause%3D302>;index=1', '<sip:200@x>;index=1.1', '<sip:bob@x>;index=1.1.1;mp=1.1'],
  ]);
  expect(await told('udp', { diverted: ['+4940777'] })).toEqual([
    ['<sip:+4940777@x>;reason=unknown;counter=1'],
    ['<sip:+4940777@x>;index=1', '<sip:200@x>;index=1.1;mp=1'],
  ]);
  expect(await told('udp', {})).toEqual([[], []]);
  expect(await told('ws', { via: 'Service', diverted: ['+4940777'] })).toEqual([[], []]);
});
