import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiBase } from '@sidetone/contract/http/route.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { type Microsoft, openMicrosoft } from '@sidetone/simulator/microsoft/microsoft.ts';
import { sql } from 'kysely';
import { type Logger, pino } from 'pino';
import { readConfig } from '../../../config.ts';
import type { Database } from '../../../storage/database.ts';
import { errorForLog } from '../../../storage/error-for-log.ts';
import { type SecretBox, secretBox } from '../../../storage/secret-box.ts';
import { type TestDatabase, testDatabase } from '../../../storage/testing/test-database.ts';
import { person, signInAs, type TestApi, testApi } from '../../../testing/test-api.ts';

/** Someone who is signed in. */
export interface Signed {
  readonly userId: string;
  readonly accountId: string;
  readonly token: string;
}

/** A server with a client at a simulated Microsoft. Everything that it logs is kept. */
export async function presenceWorld() {
  const microsoft = await openMicrosoft();
  const database = await testDatabase();
  const lines: string[] = [];
  const log = pino({ level: 'trace', serializers: { err: errorForLog } }, { write: (line) => void lines.push(line) });
  const box = secretBox(randomBytes(32));
  let api = await start({ microsoft, database, box, log });
  return {
    microsoft,
    db: database.db,
    box,
    /** All that was logged. */
    logged: () => lines.join(''),
    api: () => api,
    /** The server ends as it is, and another one begins with the same database. */
    async restart() {
      await api.stop();
      api = await start({ microsoft, database, box, log });
    },
    signedIn: async (about: Parameters<typeof person>[1]): Promise<Signed> => {
      const made = await person(api, about);
      return { ...made, token: (await signInAs(api.url, made.email)).access_token };
    },
    async stop() {
      await api.stop();
      await database.drop();
      microsoft.close();
    },
  };
}

interface Ground {
  readonly microsoft: Microsoft;
  readonly database: TestDatabase;
  readonly box: SecretBox;
  readonly log: Logger;
}

async function start({ microsoft, database, box, log }: Ground) {
  return await testApi({
    database: { ...database, drop: async () => undefined },
    box,
    log,
    config: {
      ...readConfig({}),
      port: 0,
      dataDir: mkdtempSync(join(tmpdir(), 'data-')),
      publicUrl: 'http://localhost:9',
      integrationPrivateHosts: ['127.0.0.1'],
      microsoft: {
        client: { id: microsoft.app.clientId, secret: microsoft.app.clientSecret },
        tenant: 'organizations',
        loginUrl: microsoft.url,
        graphUrl: microsoft.url,
      },
    },
  });
}

interface Started {
  readonly status: number;
  /** The address to open, and what the browser keeps for it. */
  readonly url: string;
  readonly cookie: string | undefined;
}

/** Begins to connect as the app does. */
export async function startConnecting(api: TestApi, { token }: Signed): Promise<Started> {
  const { method, path } = routes.startPresenceConnector;
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${api.url}${apiBase}${path}`, { method, headers });
  const cookie = response.headers.getSetCookie().map((line) => line.split(';')[0])[0];
  const { url = '' } = (await response.json()) as { url?: string };
  return { status: response.status, url, cookie };
}

/** A browser opens the address; gives where it is sent. */
export async function openStart(
  api: TestApi,
  { url, cookie }: Pick<Started, 'url' | 'cookie'>,
): Promise<{ location: string; cookie: string | undefined }> {
  const { pathname, search } = new URL(url);
  const headers = cookie === undefined ? {} : { cookie };
  const response = await fetch(`${api.url}${pathname}${search}`, { headers, redirect: 'manual' });
  return { location: response.headers.get('location') ?? '', cookie };
}

/** Presses a button on Microsoft's page; gives where it sends the browser back to. */
export async function decide(page: string, decision: 'accept' | 'cancel' = 'accept'): Promise<URL> {
  const url = new URL(page);
  const form = new URLSearchParams(url.searchParams);
  form.set('decision', decision);
  const response = await fetch(new URL(url.pathname, url), { method: 'POST', body: form, redirect: 'manual' });
  return new URL(response.headers.get('location') ?? '');
}

/** The browser comes back; gives the page of the app that it is sent to. */
export async function comeBack(api: TestApi, back: URL, cookie: string | undefined): Promise<string> {
  if (back.pathname !== `${apiBase}/presence-connector/callback`) throw new Error(`it comes back to ${back.pathname}`);
  const headers = cookie === undefined ? {} : { cookie };
  const response = await fetch(`${api.url}${back.pathname}${back.search}`, { headers, redirect: 'manual' });
  return response.headers.get('location') ?? '';
}

/** All of it. */
export async function connect(api: TestApi, who: Signed): Promise<string> {
  const { location, cookie } = await openStart(api, await startConnecting(api, who));
  return await comeBack(api, await decide(location), cookie);
}

/** The user talks from now on; gives the way to hang up. */
export async function talk(db: Database, { userId, accountId }: Signed, id = randomBytes(6).toString('hex')) {
  await sql`insert into calls values (${id}, ${accountId}, 's', 'node-1', 1, now(), now())`.execute(db);
  await sql`insert into legs (id, call_id, sip_call_id, user_id, role, started_at, established_at)
    values (${id}, ${id}, ${id}, ${userId}, 'callee', now(), now())`.execute(db);
  return async () => {
    await sql`update legs set ended_at = now() where id = ${id}`.execute(db);
    await sql`update calls set ended_at = now() where id = ${id}`.execute(db);
  };
}

export const setDnd = (db: Database, { userId }: Signed, isDnd: boolean) =>
  db.updateTable('users').set({ is_dnd: isDnd }).where('id', '=', userId).execute();
