import { digestResponse, parseDigestChallenge, serializeDigestCredentials } from '@sidetone/sip/grammar/digest.ts';
import { afterEach, expect, test } from 'vitest';
import type { LegFact } from '../../calls/legs.ts';
import { md5 } from '../admission/authenticate.ts';
import { passwordOf } from '../testing/fake-exchange.ts';
import { realSip, udpWire, type Wire } from '../testing/real-wires.ts';
import { someTrunk } from './testing/some-trunk.ts';
import type { TrunkStore } from './trunk-account.ts';

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const task of cleanUp.splice(0).reverse()) await task();
});

/** A trunk of another account than that of the phones here, which takes calls from everybody. */
const wide = someTrunk(
  { name: 'Wide', kind: 'address', host: '127.0.0.9', sourceAddresses: ['0.0.0.0/0'] },
  { trunkId: 't2', accountId: 's2' },
);
const store: TrunkStore = {
  all: async () => [wide],
  byId: async () => wide,
  mayReach: () => true,
  ownersOf: async () => new Map([['+4930901000', 's2']]),
  stateChanged: async () => {},
};

const start = async () => {
  const { sip, port, stop } = await realSip({ trunks: store });
  cleanUp.push(stop);
  const invited: Extract<LegFact, { type: 'invited' }>[] = [];
  sip.legs.onFact((fact) => {
    if (fact.type !== 'invited') return;
    invited.push(fact);
    sip.legs.order({ do: 'refuse', legId: fact.legId, status: 480, phrase: 'Nobody There' });
  });
  const wire = await udpWire(port);
  cleanUp.push(() => wire.close());
  return { wire, invited };
};
let serial = 0;
const invite = (wire: Wire, called: string, extra: readonly string[] = []) => {
  serial += 1;
  wire.send(
    [
      `INVITE sip:${called}@server SIP/2.0`,
      `Via: SIP/2.0/UDP client.invalid;branch=z9hG4bKw${serial};rport`,
      'Max-Forwards: 70',
      'From: <sip:anna@server>;tag=f',
      `To: <sip:${called}@server>`,
      `Call-ID: wide${serial}`,
      `CSeq: ${serial} INVITE`,
      'Contact: <sip:anna@client.invalid>',
      ...extra,
      'Content-Length: 0',
      '',
      '',
    ].join('\r\n'),
  );
};
/** The final answer to the INVITE that was sent last; answers to earlier ones come again until they are acknowledged. */
const answerOn = async (wire: Wire): Promise<string> => {
  const text = await wire.next();
  const isOfIt = text.includes(`CSeq: ${serial} INVITE`) && !/^SIP\/2\.0 1/.test(text);
  return isOfIt ? text : answerOn(wire);
};
const proofOf = (challenged: string, called: string) => {
  const challenge = parseDigestChallenge(/WWW-Authenticate: (.*)\r\n/.exec(challenged)?.[1] ?? '');
  if (!challenge) throw new Error(`no challenge in ${challenged}`);
  const given = { nonce: challenge.nonce, uri: `sip:${called}@server`, qop: 'auth', cnonce: 'c', nc: '00000001' };
  const response = digestResponse(given, 'INVITE', md5(`anna:${challenge.realm}:${passwordOf('anna')}`), md5);
  return `Authorization: ${serializeDigestCredentials({ ...given, username: 'anna', realm: challenge.realm, response })}`;
};

test("a phone that is not registered calls with its password although another account's trunk takes its address", async () => {
  const { wire, invited } = await start();
  invite(wire, '12');
  const challenged = await answerOn(wire);
  expect(challenged).toMatch(/^SIP\/2\.0 401 /);
  invite(wire, '12', [proofOf(challenged, '12')]);
  expect(await answerOn(wire)).toMatch(/^SIP\/2\.0 480 /);
  expect(invited).toMatchObject([{ called: '12', from: { endpointId: 'e-anna', accountId: 's1' } }]);
});

test('a stranger whom a wide trunk takes for its provider is asked for a password, whatever they call', async () => {
  const { wire, invited } = await start();
  for (const called of ['anybody', '999', '+4930444555']) {
    invite(wire, called);
    expect(await answerOn(wire), called).toMatch(/^SIP\/2\.0 401 /);
  }
  expect(invited).toEqual([]);
});

test('a number of its own account comes in by the trunk as ever', async () => {
  const { wire, invited } = await start();
  invite(wire, '+4930901000');
  expect(await answerOn(wire)).toMatch(/^SIP\/2\.0 480 /);
  expect(invited).toMatchObject([{ from: { kind: 'trunk', trunks: [{ accountId: 's2', called: '+4930901000' }] } }]);
});
