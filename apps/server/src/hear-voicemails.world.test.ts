import { createHash } from 'node:crypto';
import { digestResponse, parseDigestChallenge, serializeDigestCredentials } from '@sidetone/sip/grammar/digest.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type ChangeFeed, notifyFeed } from './documents/change-feed.ts';
import { waitingMessages, whoHears } from './features/sounds/waiting.ts';
import { hearVoicemails } from './hear-voicemails.ts';
import { passwordOf } from './pbx/sip/testing/fake-exchange.ts';
import { type RealSip, realSip, udpWire } from './pbx/sip/testing/real-wires.ts';
import { type TestDatabase, testDatabase } from './storage/testing/test-database.ts';

let database: TestDatabase;
let feed: ChangeFeed;
let real: RealSip;

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  await db.insertInto('accounts').values({ id: 's1', name: 'Some company', plan: '{}' }).execute();
  await db
    .insertInto('users')
    .values({ id: 'w-anna', account_id: 's1', first_name: 'Anna', last_name: 'Ahorn', email: 'anna@example.com' })
    .execute();
  await db
    .insertInto('channels')
    .values([
      { id: 'ca', account_id: 's1', type: 'private', owner_user_id: 'w-anna' },
      { id: 'cteam', account_id: 's1', type: 'acd', name: 'Team', follow_up_time: 0 },
      { id: 'cother', account_id: 's1', type: 'acd', name: 'Other', follow_up_time: 0 },
    ])
    .execute();
  feed = await notifyFeed(database.url, () => {});
  real = await realSip({ messagesOf: (userId) => waitingMessages(db, userId) });
  hearVoicemails(
    feed,
    (channelId) => whoHears(db, channelId),
    (userId) => real.sip.messagesChanged(userId),
    (error) => {
      throw error;
    },
  );
});
afterAll(async () => {
  await real.stop();
  await feed.stop();
  await database.drop();
});

const md5 = (text: string) => createHash('md5').update(text).digest('hex');

/** Anna's desk phone, which subscribes to its messages; gives the counts as it was told of them. */
async function subscribedPhone() {
  const wire = await udpWire(real.port);
  const told: string[] = [];
  const heard: string[] = [];
  const listen = async () => {
    for (;;) {
      const text = await wire.next();
      if (!text.startsWith('NOTIFY ')) {
        heard.push(text);
        continue;
      }
      told.push([/Messages-Waiting: (\S+)/, /Voice-Message: (\S+)/].map((field) => field.exec(text)?.[1]).join(''));
      const back = ['Via', 'From', 'To', 'Call-ID', 'CSeq'].map(
        (name) => new RegExp(`^${name}: .*$`, 'm').exec(text)?.[0],
      );
      wire.send(['SIP/2.0 200 OK', ...back.map((line) => line?.trim()), 'Content-Length: 0', '', ''].join('\r\n'));
    }
  };
  void listen();
  const send = (cseq: number, extra: string[] = []) =>
    wire.send(
      [
        'SUBSCRIBE sip:anna@server SIP/2.0',
        `Via: SIP/2.0/UDP 127.0.0.1:${wire.localPort};branch=z9hG4bKmwi${cseq};rport`,
        'Max-Forwards: 70',
        'From: <sip:anna@server>;tag=f',
        'To: <sip:anna@server>',
        'Call-ID: mwi',
        `CSeq: ${cseq} SUBSCRIBE`,
        `Contact: <sip:anna@127.0.0.1:${wire.localPort}>`,
        'Event: message-summary',
        'Expires: 600',
        'Accept: application/simple-message-summary',
        ...extra,
        'Content-Length: 0',
        '',
        '',
      ].join('\r\n'),
    );
  send(1);
  await vi.waitFor(() => expect(heard).toHaveLength(1), 10_000);
  const challenge = parseDigestChallenge(/WWW-Authenticate: (.*)\r\n/.exec(heard[0] ?? '')?.[1] ?? '');
  if (!challenge) throw new Error('no challenge');
  const given = { nonce: challenge.nonce, uri: 'sip:anna@server', qop: 'auth', cnonce: 'c', nc: '00000001' };
  const response = digestResponse(given, 'SUBSCRIBE', md5(`anna:sidetone:${passwordOf('anna')}`), md5);
  send(2, [
    `Authorization: ${serializeDigestCredentials({ ...given, username: 'anna', realm: challenge.realm, response })}`,
  ]);
  return { told, stop: () => wire.close() };
}

test('the lamp of a desk phone follows the messages of its user, over the wire', async () => {
  const { db } = database;
  const { told, stop } = await subscribedPhone();
  const tells = (counts: string) => vi.waitFor(() => expect(told.at(-1)).toBe(counts), 10_000);
  const leave = (id: string, channelId: string, state: 'recording' | 'ready' = 'ready') =>
    db
      .insertInto('voicemails')
      .values({
        id,
        account_id: 's1',
        channel_id: channelId,
        doc_id: `pbx-${id}`,
        session_id: id,
        state,
        original_path: `s1/${id}.wav`,
        started_at: new Date(),
      })
      .execute();
  await tells('no0/0');
  await leave('m1', 'ca', 'recording');
  await leave('m2', 'cteam');
  await leave('m3', 'cother');
  await db.updateTable('voicemails').set({ state: 'ready' }).where('id', '=', 'm1').execute();
  await tells('yes1/0');
  await db.insertInto('channel_members').values({ channel_id: 'cteam', user_id: 'w-anna' }).execute();
  await tells('yes2/0');
  await db.updateTable('voicemails').set({ read_at: new Date() }).where('id', '=', 'm1').execute();
  await tells('yes1/1');
  await db.deleteFrom('voicemails').where('id', '=', 'm2').execute();
  await tells('no0/1');
  await db.deleteFrom('channel_members').where('user_id', '=', 'w-anna').execute();
  await db.deleteFrom('voicemails').where('id', '=', 'm1').execute();
  await tells('no0/0');
  expect(told.filter((counts, at) => counts === told[at - 1])).toEqual([]);
  stop();
});
