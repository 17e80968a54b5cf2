import { createPublicKey, verify, X509Certificate } from 'node:crypto';
import { apiBase } from '@sidetone/contract/http/route.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { type GeneralJWSInput, generalVerify, importX509 } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tokenOf } from '../../testing/authorisation-world.ts';
import { callRoute, person, type TestApi, testApi } from '../../testing/test-api.ts';
import { vcon as vconForm } from '../../vcon/vcon-schema.ts';
import { type SomeCall, writeCall } from './testing/some-calls.ts';

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.stop());

const somebody = async (firstName: string, accountId?: string) => {
  const made = await person(api, { firstName, ...(accountId !== undefined && { accountId }) });
  return { ...made, token: await tokenOf(api.db, made.userId) };
};
type Somebody = Awaited<ReturnType<typeof somebody>>;

const fetched = (token: string, channelId: string, docId: string) =>
  fetch(`${api.url}${apiBase}/channels/${channelId}/inbox/${encodeURIComponent(docId)}/vcon`, {
    headers: { authorization: `Bearer ${token}` },
  });
const signedVcon = async ({ token, channelId }: Somebody, docId: string): Promise<GeneralJWSInput> => {
  const response = await fetched(token, channelId, docId);
  expect(response.status).toBe(200);
  return (await response.json()) as GeneralJWSInput;
};
const read = ({ payload }: { payload: string | Uint8Array }) =>
  vconForm.parse(JSON.parse(Buffer.from(String(payload), 'base64url').toString('utf8')));

const said = {
  transcription: {
    status: 'success',
    items: [{ id: 's1', speaker: 1, startTime: 0, endTime: 2, text: 'Grüße aus Köln — さようなら' }],
  },
  summary: { status: 'success', text: 'Greetings', keyPoints: [], topics: [] },
};
const answered = { state: 'FINISHED', reason: 'HANGUP', documentation: said };

test('a call is downloaded as a vCon that anybody can check', async () => {
  const ines = await somebody('Ines');
  await writeCall(api.db, 'pbx-vcon-1', { ...answered, channel: ines.channelId, owner: ines.userId });
  const response = await fetched(ines.token, ines.channelId, 'pbx-vcon-1');
  expect(response.headers.get('content-type')).toBe('application/vcon');
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="call-pbx-vcon-1.vcon"');
  expect(response.headers.get('cache-control')).toBe('no-store');
  const jws = (await response.json()) as GeneralJWSInput;

  const [signature] = jws.signatures;
  const header = signature?.header as { x5c: [string]; uuid: string };
  const pem = `-----BEGIN CERTIFICATE-----\n${header.x5c[0]}\n-----END CERTIFICATE-----`;
  // With Node's own code, byte by byte as RFC 7515 has it, besides the library that signed.
  const input = Buffer.from(`${signature?.protected}.${String(jws.payload)}`);
  const bytes = Buffer.from(signature?.signature ?? '', 'base64url');
  expect(JSON.parse(Buffer.from(signature?.protected ?? '', 'base64url').toString())).toEqual({ alg: 'RS256' });
  expect(verify('sha256', input, createPublicKey(pem), bytes)).toBe(true);
  const { payload } = await generalVerify(jws, await importX509(pem, 'RS256'));
  const it = vconForm.parse(JSON.parse(new TextDecoder().decode(payload)));
  expect(it.uuid).toBe(header.uuid);
  expect(it.parties[0]).toMatchObject({ name: expect.stringMatching(/^Ines /), uuid: ines.userId, role: 'agent' });
  expect(JSON.stringify(it.analysis)).toContain('Grüße aus Köln — さようなら');

  const certificate = new X509Certificate(pem);
  expect(certificate.verify(certificate.publicKey)).toBe(true);
  const given = await fetch(`${api.url}${apiBase}/vcon-certificate`, {
    headers: { authorization: `Bearer ${ines.token}` },
  });
  expect(new X509Certificate(await given.text()).fingerprint256).toBe(certificate.fingerprint256);
  const audited = await api.db
    .selectFrom('audit_log')
    .select(['actor_user_id', 'detail'])
    .where('action', '=', 'call.exported')
    .where('target', '=', 'pbx-vcon-1')
    .executeTakeFirst();
  expect(audited).toMatchObject({ actor_user_id: ines.userId, detail: { channelId: ines.channelId, vcon: it.uuid } });
});

test('what was tampered with fails', async () => {
  const jan = await somebody('Jan');
  await writeCall(api.db, 'pbx-vcon-2', { ...answered, channel: jan.channelId, owner: jan.userId });
  const jws = await signedVcon(jan, 'pbx-vcon-2');
  const [x5c] = (jws.signatures[0]?.header ?? { x5c: [] }).x5c as string[];
  const key = await importX509(`-----BEGIN CERTIFICATE-----\n${x5c}\n-----END CERTIFICATE-----`, 'RS256');
  const changed = JSON.stringify({ ...read(jws as { payload: string }), subject: 'Something else' });
  await expect(generalVerify(jws, key)).resolves.toBeDefined();
  const tampered = { ...jws, payload: Buffer.from(changed).toString('base64url') };
  await expect(generalVerify(tampered, key)).rejects.toThrow();
});

test('every download is another vCon, signed with the same key', async () => {
  const kim = await somebody('Kim');
  await writeCall(api.db, 'pbx-vcon-3', { channel: kim.channelId });
  const first = await signedVcon(kim, 'pbx-vcon-3');
  const second = await signedVcon(kim, 'pbx-vcon-3');
  const headers = [first, second].map((jws) => jws.signatures[0]?.header as { x5c: string[]; uuid: string });
  expect(headers[0]?.x5c).toEqual(headers[1]?.x5c);
  expect(headers[0]?.uuid).not.toBe(headers[1]?.uuid);
});

const partner = { accountId: 'a', channelId: 'c', docId: 'other', remotePhoneNumber: '+4940123' };
const states: Record<string, SomeCall> = {
  missed: {},
  'missed from nobody': { number: null },
  busy: { reason: 'BUSY_HERE', direction: 'OUTGOING' },
  answered,
  voicemail: {
    documentation: {
      voicemail: {
        visual: { status: 'processed', waveform: [0.1], duration: 4 },
        transcription: { status: 'success', text: 'Ciao' },
      },
    },
  },
  'voicemail deleted': { documentation: { voicemail: { visual: { status: 'deleted' } } } },
  'parts disabled': { ...answered, documentation: { transcription: { status: 'disabled', reason: 'noConsent' } } },
  'parts that break their schema': { ...answered, documentation: { transcription: { status: 'success', items: 7 } } },
  'a strange number': { ...answered, number: '"><script>' },
  'a short number': { ...answered, number: '110' },
};

test.each(Object.entries(states))(
  'a call in this state gives a vCon that keeps to the draft: %s',
  async (name, about) => {
    const ute = await somebody('Ute');
    const docId = `pbx ${name}`;
    await writeCall(api.db, docId, { ...about, channel: ute.channelId });
    const jws = await signedVcon(ute, docId);
    expect(read(jws as { payload: string }).dialog.length).toBeGreaterThan(0);
  },
);

test('a call that was transferred says to whom', async () => {
  const eva = await somebody('Eva');
  await writeCall(api.db, 'pbx-transferred', { ...answered, channel: eva.channelId, owner: eva.userId });
  await sql`update inbox_events set transferred_to = ${JSON.stringify(partner)}::jsonb where id = 'pbx-transferred'`.execute(
    api.db,
  );
  const { dialog, parties } = read((await signedVcon(eva, 'pbx-transferred')) as { payload: string });
  expect(dialog[1]).toMatchObject({ type: 'transfer', transfer_target: 2 });
  expect(parties[2]).toEqual({ tel: '+4940123' });
});

test('what is hostile in names and words stays text', async () => {
  const name = '"}],"signatures":[] \u202e<img src=x>';
  const mia = await somebody(name);
  const words = { ...said, callHeadline: { status: 'success', text: name } };
  await writeCall(api.db, 'pbx-hostile', {
    ...answered,
    documentation: words,
    channel: mia.channelId,
    owner: mia.userId,
  });
  const it = read((await signedVcon(mia, 'pbx-hostile')) as { payload: string });
  expect(it.subject).toBe(name);
  expect(it.parties[0]?.name).toContain(name);
});

test('nobody but members gets it, and nobody a call that goes on', async () => {
  const lea = await somebody('Lea');
  const colleague = await somebody('Max', lea.accountId);
  const stranger = await somebody('Nils');
  await writeCall(api.db, 'pbx-private', { ...answered, channel: lea.channelId, owner: lea.userId });
  await writeCall(api.db, 'pbx-open', { channel: lea.channelId, ended: false });
  await api.db.updateTable('users').set({ admin: true }).where('id', '=', colleague.userId).execute();
  for (const { token } of [colleague, stranger]) {
    expect((await fetched(token, lea.channelId, 'pbx-private')).status).toBe(404);
  }
  expect((await fetched(stranger.token, stranger.channelId, 'pbx-private')).status).toBe(404);
  expect((await fetched(lea.token, lea.channelId, 'pbx-open')).status).toBe(404);
  expect((await fetched(lea.token, lea.channelId, 'no such call')).status).toBe(404);
  expect((await fetched(lea.token, lea.channelId, 'pbx-private')).status).toBe(200);
  const unsigned = { params: { channelId: lea.channelId, docId: 'pbx-private' } };
  expect((await callRoute(api.url, '', routes.callVcon, unsigned)).status).toBe(401);
});
