import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { liveQueries } from '@sidetone/contract/documents/queries.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { identityKeys } from '../../identity/keys.ts';
import { liveClient } from '../../testing/live-client.ts';
import { callRoute, signInAs, type TestApi, testApi } from '../../testing/test-api.ts';
import { migrate, migrateTo } from '../database.ts';
import { secretBox } from '../secret-box.ts';
import { describeTables, plantSeed, readSeed, seededReleases } from './seed.ts';
import { emptyDatabase, type TestDatabase } from './test-database.ts';

const releases = seededReleases();

test('every release has left a seed', () => {
  const changes = readFileSync(join(import.meta.dirname, '../../../../../CHANGELOG.md'), 'utf8');
  const released = [...changes.matchAll(/^## (\d+\.\d+\.\d+) /gm)].map(([, version]) => version);
  expect([...released].reverse()).toEqual(releases);
});

describe.each(releases)('a data folder of %s', (release) => {
  const seed = readSeed(release);
  const box = secretBox(Buffer.from(seed.key, 'base64'));
  const people = seed.rows.filter(({ table }) => table === 'users').map(({ row }) => person.parse(row));
  let database: TestDatabase;
  let api: TestApi;
  let then: string[];
  const clients: { close(): unknown }[] = [];

  beforeAll(async () => {
    database = await emptyDatabase();
    await migrateTo(database.db, seed.migratedTo);
    then = await describeTables(database.db);
    await plantSeed(database.db, seed);
    await migrate(database.db);
    api = await testApi({ database, box });
  });
  afterAll(async () => {
    for (const client of clients) await client.close();
    await api.stop();
  });

  const watcher = async (email: string) => {
    const { access_token } = await signInAs(api.url, email);
    const client = liveClient(api.url, () => access_token);
    clients.push(client);
    const rowsOf = async (name: keyof typeof liveQueries, params = {}): Promise<readonly unknown[]> => {
      const seen = client.watch(name, params);
      await vi.waitFor(() => expect([seen.rows, seen.error]).not.toEqual([undefined, undefined]), { timeout: 15_000 });
      expect(seen.error).toBeUndefined();
      // The types of all queries together are too much for one call; the schema is what counts here.
      return z.array<z.ZodType>(liveQueries[name].row).parse(seen.rows);
    };
    return { rowsOf, token: access_token };
  };

  test('has the tables that its release made: no released migration was edited', () => {
    expect(then).toEqual(seed.schema);
  });

  test('keeps its keys: sealed values can be opened', async () => {
    const { db } = database;
    const endpoints = await db.selectFrom('endpoints').select('password_sealed').execute();
    expect(endpoints.length).toBeGreaterThan(1);
    for (const { password_sealed } of endpoints) expect(box.unseal(password_sealed).length).toBeGreaterThan(10);
    expect((await identityKeys(db, box)).jwks.keys).toHaveLength(1);
  });

  test('lets everyone sign in and shows the company, colleagues and channels', async () => {
    expect(people.length).toBeGreaterThan(1);
    for (const { email, account_id } of people) {
      const { rowsOf } = await watcher(email);
      expect(await rowsOf('account')).toHaveLength(1);
      expect(await rowsOf('me')).toHaveLength(1);
      expect(await rowsOf('webusers')).toHaveLength(people.filter((one) => one.account_id === account_id).length);
      expect((await rowsOf('channels')).length).toBeGreaterThan(0);
    }
  });

  test('shows every ended call in its inbox, and takes a change to it', async () => {
    const events = seed.rows.filter(({ table }) => table === 'inbox_events').map(({ row }) => event.parse(row));
    const shown = new Set<string>();
    for (const { email } of people) {
      const { rowsOf, token } = await watcher(email);
      const channels = z.array(z.object({ id: z.string() })).parse(await rowsOf('channels'));
      for (const { id: channelId } of channels) {
        // With a filter each call is a row, else each group.
        const filter = { kinds: ['incoming', 'outgoing', 'missed'] };
        const rows = inboxRows.parse(await rowsOf('inbox', { channelId, limit: 1000, filter }));
        const groups = inboxRows.parse(await rowsOf('inbox', { channelId, limit: 1000 }));
        expect(groups.reduce((sum, { groupSize }) => sum + groupSize, 0)).toBe(rows.length);
        for (const { id } of rows) shown.add(`${channelId} ${id}`);
        const [first] = rows;
        if (!first) continue;
        const params = { channelId, docId: first.id };
        const answer = await callRoute(api.url, token, routes.setEventResolved, { params, body: { resolved: true } });
        expect(answer.status).toBe(200);
      }
    }
    expect(shown).toEqual(new Set(events.map(({ channel_id, id }) => `${channel_id} ${id}`)));
    const calls = await database.db.selectFrom('calls').select('ended_reason').execute();
    expect(calls).toContainEqual({ ended_reason: 'HANGUP' });
  });
});

const person = z.object({ email: z.string(), account_id: z.string() });
const inboxRows = z.array(z.object({ id: z.string(), groupSize: z.number() }));
const event = z.object({ id: z.string(), channel_id: z.string() });
