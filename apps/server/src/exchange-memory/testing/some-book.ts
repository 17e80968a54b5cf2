import { afterAll, beforeAll } from 'vitest';
import { someCompany } from '../../storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../../storage/testing/test-database.ts';
import { callBook } from '../call-book.ts';
import type { OpenedCall } from '../opened-call.ts';

/** So many seconds after the beginning of a call. */
export const at = (seconds: number) => new Date(Date.UTC(2026, 10, 20, 9, 0, seconds));

/** The company of `someCompany` with a book of its calls. To be called once in a file of tests. */
export function someBook() {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
    await someCompany(database.db);
  });
  afterAll(() => database.drop());
  return {
    get db() {
      return database.db;
    },
    bookOf: (epoch = 2, node = 'node-1') => callBook({ db: database.db, node, epoch }),
    /** Calls, legs and events that have not ended. */
    async openRows(): Promise<number> {
      const { db } = database;
      const calls = await db.selectFrom('calls').select('id').where('ended_at', 'is', null).execute();
      const legs = await db.selectFrom('legs').select('id').where('ended_at', 'is', null).execute();
      const inbox = await db.selectFrom('inbox_events').select('id').where('terminated_at', 'is', null).execute();
      return calls.length + legs.length + inbox.length;
    },
  };
}

/** Anna calls Ben, or the team. */
export const someCall = (
  count: number,
  given: { readonly called?: string; readonly remote?: string; readonly legs?: string } = {},
): OpenedCall => {
  const { called = 'cb', remote = '12', legs = String(count) } = given;
  const common = { accountId: 's1', remoteUserId: null, remoteName: null };
  const leg = { channelId: null, mediaEndpointId: null, endpointId: null };
  const events: OpenedCall['events'] = [
    {
      ...common,
      channelId: 'ca',
      docId: `pbx-${count}`,
      ownerUserId: 'wanna',
      direction: 'OUTGOING',
      onPhoneNumber: '+4930555011',
      remotePhoneNumber: remote,
    },
    {
      ...common,
      channelId: called,
      docId: `pbx-${count}`,
      ownerUserId: called === 'cb' ? 'wben' : null,
      direction: 'INCOMING',
      onPhoneNumber: '12',
      remotePhoneNumber: '11',
    },
  ];
  return {
    callId: `call-${count}`,
    accountId: 's1',
    sessionId: `${count}`,
    at: at(0),
    legs: [
      { ...leg, legId: `caller-${count}`, sipCallId: `caller-${legs}`, userId: 'wanna', role: 'caller' },
      { ...leg, legId: `callee-${count}`, sipCallId: `callee-${legs}`, userId: 'wben', role: 'callee' },
    ],
    events: remote.startsWith('*') ? events.slice(0, 1) : events,
  };
};
