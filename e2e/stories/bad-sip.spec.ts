import { BareSip, phoneOffer, type Transport } from '../people/bare-sip.ts';
import type { Sidetone } from '../world/sidetone.ts';
import { expect, healthyAfterwards, test } from '../world/story.ts';

// What comes in here ends in refusals and bans of this machine.
test.use({ server: 'own' });

healthyAfterwards();

const transports: Transport[] = ['udp', 'tcp', 'ws'];

/** Someone comes, says what they say, and is gone. */
async function visit<Result>(
  sidetone: Sidetone,
  transport: Transport,
  act: (peer: BareSip) => Promise<Result> | Result,
): Promise<Result> {
  const peer = await BareSip.open(sidetone, transport);
  try {
    return await act(peer);
  } finally {
    peer.leaves();
  }
}

const expectsItWorks = async (sidetone: Sidetone, transport: Transport) =>
  expect((await visit(sidetone, transport, (peer) => peer.asks('OPTIONS', '11'))).status).toBe(200);

const openCalls = async (sidetone: Sidetone) => {
  const [counted] = await sidetone.query<{ n: number }>(
    `select (select count(*) from calls where ended_at is null)::int
          + (select count(*) from legs where ended_at is null)::int
          + (select count(*) from inbox_events where terminated_at is null)::int as n`,
  );
  return counted?.n;
};

for (const transport of transports) {
  test(`rubbish over ${transport} disturbs nobody`, async ({ sidetone }) => {
    const rubbish = [
      '',
      '\0\0\0\0',
      '\r\n\r\n\r\n',
      'GET / HTTP/1.1\r\nHost: x\r\n\r\n',
      'INVITE\r\n\r\n',
      'INVITE sip:11@x SIP/2.0\r\n\r\n',
      `INVITE sip:${'1'.repeat(20_000)}@x SIP/2.0\r\nVia: x\r\n\r\n`,
      'SIP/2.0 200 OK\r\nVia: SIP/2.0/UDP 1.2.3.4;branch=z9hG4bKnobody\r\nCSeq: 1 INVITE\r\n\r\n',
      `INVITE sip:11@x SIP/2.0\r\n${'X: y\r\n'.repeat(5_000)}\r\n`,
      'OPTIONS sip:11@x SIP/2.0\r\nContent-Length: -1\r\n\r\n',
      'OPTIONS sip:11@x SIP/2.0\r\nContent-Length: 99999999999\r\n\r\n',
      '{"not": "sip"}',
      '\u{1F600}'.repeat(1_000),
    ];
    // A connection that talks rubbish may be cut, so each piece has its own.
    for (const text of rubbish) await visit(sidetone, transport, (peer) => peer.says(text));
    await expectsItWorks(sidetone, transport);
  });

  test(`a broken request over ${transport} learns what is broken`, async ({ sidetone }) => {
    const broken: [number, (text: string) => string][] = [
      [400, (text) => text.replace(/^Max-Forwards: 70/m, 'Max-Forwards: many')],
      [400, (text) => text.replace(/^CSeq: .*$/m, 'CSeq: one INVITE')],
      [400, (text) => text.replace(/^CSeq: .*$/m, 'CSeq: 1 BYE')],
      [416, (text) => text.replace(/^INVITE sip:/, 'INVITE mailto:')],
      [420, (text) => text.replace(/^Contact:/m, 'Require: teleport\r\nContact:').replaceAll('INVITE', 'OPTIONS')],
      [405, (text) => text.replaceAll('INVITE', 'PUBLISH')],
      [481, (text) => text.replaceAll('INVITE', 'BYE').replace(/^To: (.*)$/m, 'To: $1;tag=nobody')],
      [481, (text) => text.replaceAll('INVITE', 'CANCEL')],
      [505, (text) => text.replace(' SIP/2.0\r\n', ' SIP/9.0\r\n')],
    ];
    for (const [status, change] of broken) {
      await test.step(`${status}`, async () => {
        const reply = await visit(sidetone, transport, async (peer) => {
          const { id, text } = peer.request('INVITE', '11');
          peer.says(change(text));
          return await peer.finalReply(id);
        });
        expect(reply.status, reply.text).toBe(status);
      });
    }
    await expectsItWorks(sidetone, transport);
  });

  test(`a call over ${transport} without good credentials rings nowhere`, async ({ sidetone, people: [anna, ben] }) => {
    const account = await sidetone.addPhone(anna.email, 'Stolen');
    const wrong = { ...account, password: 'guessed' };
    const unknown = { username: 'pzzzzzzzzzz', password: 'guessed' };
    const badSdp = phoneOffer.replace('m=audio', 'm=');
    const replies = await visit(sidetone, transport, async (peer) => [
      await peer.asks('INVITE', ben.extension, { body: phoneOffer }),
      await peer.asks('INVITE', ben.extension, { body: badSdp }),
      await peer.asks('REGISTER', 'anybody'),
      await peer.asksAs(wrong, 'INVITE', ben.extension, { body: phoneOffer }),
      await peer.asksAs(unknown, 'INVITE', ben.extension, { body: phoneOffer }),
      await peer.asksAs(wrong, 'REGISTER', account.username),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 401]);
    const told = replies.map(({ text }) =>
      text
        .split('\r\n')
        .filter((line) => /^(SIP|WWW|Server|Warning|Reason)/.test(line))
        .map((line) => line.replace(/nonce="[^"]*"/, '')),
    );
    for (const lines of told) expect(lines).toEqual(told[0]);
    expect(await openCalls(sidetone)).toBe(0);
  });

  test(`broken session descriptions of a phone over ${transport} are refused`, async ({
    sidetone,
    people: [anna, ben],
  }) => {
    const account = await sidetone.addPhone(anna.email, 'Mumbles');
    const broken: Record<string, string> = {
      rubbish: 'hello',
      empty: '\r\n',
      nul: phoneOffer.replace('s=-', 's=\0'),
      'no media': phoneOffer.slice(0, phoneOffer.indexOf('m=')),
      'port too high': phoneOffer.replace('45678', '99999'),
      'no address': phoneOffer.replace(/c=.*\r\n/, ''),
      'address of another kind': phoneOffer.replaceAll('127.0.0.1', 'somewhere.invalid'),
      'unknown codecs': phoneOffer.replace('RTP/AVP 0 8', 'RTP/AVP 3 18'),
      'only video': phoneOffer.replace('m=audio', 'm=video'),
      'a million lines': phoneOffer + 'a=x\r\n'.repeat(10_000),
    };
    for (const [name, body] of Object.entries(broken)) {
      if (transport === 'udp' && body.length > 10_000) continue;
      await test.step(name, async () => {
        const reply = await visit(sidetone, transport, (peer) =>
          peer.asksAs(account, 'INVITE', ben.extension, { body }),
        );
        expect([400, 413, 415, 488, 480, 513], `${name}: ${reply.text}`).toContain(reply.status);
        expect(reply.text).not.toMatch(/\.ts\b|at \w+ \(|Error:/);
      });
    }
    await expect.poll(() => openCalls(sidetone)).toBe(0);
    await expectsItWorks(sidetone, transport);
  });
}
