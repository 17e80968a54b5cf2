// `npx node tools/seed-folder.ts`: keeps what this release leaves behind in a data folder, so that later releases can prove
// that they start on it (docs/decisions/0009-old-data-folders.md). Run once for each release, before it is tagged.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDemo } from '../apps/server/src/demo/create-demo.ts';
import { callBook } from '../apps/server/src/exchange-memory/call-book.ts';
import { openRegistrationStore } from '../apps/server/src/exchange-memory/registration-store.ts';
import { createAppExtension } from '../apps/server/src/features/devices/app-extensions.ts';
import { phones } from '../apps/server/src/features/phones/testing/desk-phones.ts';
import { hashPassword } from '../apps/server/src/identity/passwords.ts';
import type { Database } from '../apps/server/src/storage/database.ts';
import { claimNode } from '../apps/server/src/storage/node-lease.ts';
import { type SecretBox, sealingKey, secretBox } from '../apps/server/src/storage/secret-box.ts';
import { seedsFolder, seedText, takeSeed } from '../apps/server/src/storage/testing/seed.ts';
import { password, signInAs, testApi } from '../apps/server/src/testing/test-api.ts';
import packageJson from '../package.json' with { type: 'json' };

const file = join(seedsFolder, `${packageJson.version}.jsonl`);
if (existsSync(file) && !process.argv.includes('--again')) {
  console.error(`${file} is there already. A released one stays as it is; before a release: --again`);
  process.exit(1);
}

const now = new Date('2026-11-20T11:00:00Z');
const dataDir = mkdtempSync(join(tmpdir(), 'sidetone-seed-'));
// The demo seals with the key of its data folder.
const key = sealingKey(dataDir);
const box = secretBox(key);
// Starting the API makes this installation's keys.
const api = await testApi({ box });
try {
  await createDemo(api.db, dataDir, now);
  await api.db
    .updateTable('users')
    .set({ password_hash: await hashPassword(password) })
    .execute();
  await someDay(api.db, box);
  const { email } = await api.db
    .selectFrom('users')
    .select('email')
    .where('admin', '=', true)
    .executeTakeFirstOrThrow();
  await signInAs(api.url, email);
  mkdirSync(seedsFolder, { recursive: true });
  writeFileSync(file, seedText(await takeSeed(api.db, packageJson.version, key)));
} finally {
  await api.stop();
  rmSync(dataDir, { recursive: true });
}

/** Two people with devices, a call that was taken and one that never began: rows in the tables the demo leaves empty. */
async function someDay(db: Database, box: SecretBox): Promise<void> {
  const [caller, callee] = await firstTwo(db).execute();
  if (!caller || !callee) throw new Error('The demo company lacks people.');
  const app = await createAppExtension(
    { db, box },
    { accountId: caller.account_id, userId: caller.id, grantId: 'grant-1', alias: 'Browser' },
    { origin: 'http://localhost:8080' },
  );
  const phone = await phones(db, box).add(callee.email, 'Desk');
  const { node, epoch } = await claimNode(db, 'node-1');
  await openRegistrationStore(db, { node, epoch }).write({ saved: [registrationOf(phone, callee)], removed: [] });
  const book = callBook({ db, node, epoch });
  await book.opened(openedCall({ ...caller, endpointId: app.id }, { ...callee, endpointId: phone.id }));
  await book.established('call-seed', { legId: 'leg-callee', userId: callee.id }, new Date(now.getTime() + 4_000));
  await book.ended('call-seed', 'HANGUP', new Date(now.getTime() + 64_000));
  await addFavorite(db, caller);
  await book.failedDial({
    accountId: caller.account_id,
    channelId: caller.channel_id,
    ownerUserId: caller.id,
    target: '99',
    sender: null,
    sessionId: 'seed-failed',
    code: 'NUMBER_NOT_FOUND',
  });
  await addRecording(db, caller);
  await addReports(db, caller);
}

const firstTwo = (db: Database) =>
  db
    .selectFrom('users')
    .innerJoin('channels', 'channels.owner_user_id', 'users.id')
    .select(['users.id', 'users.email', 'users.account_id', 'channels.id as channel_id'])
    .orderBy('email');

type Person = Awaited<ReturnType<ReturnType<typeof firstTwo>['execute']>>[number];

const registrationOf = (phone: { readonly id: string; readonly username: string }, { id: userId }: Person) => ({
  id: 'registration-1',
  endpointId: phone.id,
  userId,
  contactUri: `sip:${phone.username}@192.0.2.7`,
  transport: 'udp' as const,
  remoteAddress: '192.0.2.7',
  remotePort: 5060,
  instanceId: null,
  regId: null,
  path: [],
  sipCallId: 'register@192.0.2.7',
  cseq: 3,
  userAgent: 'desk phone',
  suspect: false,
  expiresAt: new Date(now.getTime() + 3_600_000),
});

type Party = Person & { readonly endpointId: string };

const openedCall = (caller: Party, callee: Party) => ({
  callId: 'call-seed',
  sessionId: 'seed',
  accountId: caller.account_id,
  at: now,
  legs: [legOf('caller', caller), legOf('callee', callee)],
  events: [
    eventOf('OUTGOING', { own: caller, number: '11' }, { own: callee, number: '12' }),
    eventOf('INCOMING', { own: callee, number: '12' }, { own: caller, number: '11' }),
  ],
});

const legOf = (role: 'caller' | 'callee', { id, endpointId, channel_id }: Party) => ({
  legId: `leg-${role}`,
  sipCallId: `${role}@seed`,
  userId: id,
  endpointId,
  channelId: channel_id,
  role,
  mediaEndpointId: null,
});

interface Side {
  readonly own: Person;
  readonly number: string;
}

const eventOf = (direction: 'OUTGOING' | 'INCOMING', here: Side, there: Side) => ({
  accountId: here.own.account_id,
  docId: 'pbx-seed',
  channelId: here.own.channel_id,
  ownerUserId: here.own.id,
  direction,
  onPhoneNumber: here.number,
  remotePhoneNumber: there.number,
  remoteUserId: there.own.id,
  remoteName: null,
});

async function addFavorite(db: Database, { id }: Person): Promise<void> {
  const contact = await db
    .selectFrom('contacts')
    .select(['id', 'name', 'source'])
    .orderBy('name')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('favorites')
    .values({
      id: 'favorite-1',
      user_id: id,
      contact_id: contact.id,
      integration_name: contact.source,
      display_name: contact.name,
    })
    .execute();
}

async function addRecording(db: Database, { account_id, id, channel_id }: Person): Promise<void> {
  await db
    .insertInto('recordings')
    .values({
      account_id,
      user_id: id,
      id: 'recording-1',
      channel_id,
      doc_id: 'pbx-seed',
      session_id: 'seed',
      mode: 'manual',
      state: 'ready',
      consent: JSON.stringify([{ how: 'announcement', at: now.toISOString() }]),
      original_path: 'recording-1.wav',
      mp3_path: 'recording-1.mp3',
      duration_ms: 2000,
      waveform: JSON.stringify([0, 0.5, 1]),
      started_at: now,
      stopped_at: now,
    })
    .execute();
}

async function addReports(db: Database, { account_id, id: user_id }: Person): Promise<void> {
  await db
    .insertInto('monitoring_reports')
    .values({
      account_id,
      user_id,
      call_id: 'caller@seed',
      event_type: 'accepted',
      sip_server: 'localhost',
      result: 'SUCCESS',
    })
    .execute();
  await db
    .insertInto('call_statistics')
    .values({ account_id, user_id, session_id: 'seed', figures: JSON.stringify({ engine: 'sip', codec: 'opus' }) })
    .execute();
}
