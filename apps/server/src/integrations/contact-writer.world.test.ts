import { createServer, type Server } from 'node:http';
import { routes } from '@sidetone/contract/http/routes.ts';
import { hasRadicale, Radicale, vCard } from '@sidetone/simulator/people/radicale.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { freeUdpPort } from '../testing/free-port.ts';
import { type CompanyWithBooks, companyWithBooks } from './testing/company-with-books.ts';

describe.skipIf(!hasRadicale)('writing contacts of a connected address book', () => {
  let radicale: Radicale;
  let company: CompanyWithBooks;
  let integrationId: string;
  /** Stands between, and answers some methods by itself. */
  let between: Server;
  const refused = new Map<string, number>();

  beforeAll(async () => {
    radicale = await Radicale.open(await freeUdpPort(), { anna: 'secret' });
    await radicale.addBook('anna', 'people');
    company = await companyWithBooks();
    between = createServer(async (request, response) => {
      const status = refused.get(request.method ?? '');
      if (status !== undefined) {
        response.writeHead(status).end();
        return;
      }
      try {
        const body = Buffer.concat(await request.toArray());
        const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers;
        const answer = await fetch(new URL(request.url ?? '', radicale.url), {
          method: request.method ?? '',
          headers: headers as Record<string, string>,
          redirect: 'manual',
          ...(body.length > 0 ? { body } : {}),
        });
        const text = await answer.text();
        const { 'content-length': _size, 'content-encoding': _coding, ...told } = Object.fromEntries(answer.headers);
        response.writeHead(answer.status, told).end(text);
      } catch {
        response.destroy();
      }
    });
    await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve));
    const address = between.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`;
    integrationId = (await company.connect(url, 'anna:secret')).body.id;
    await company.stands({ state: 'CONNECTED' });
  });
  afterAll(async () => {
    await company.stop();
    between.close();
    await radicale.close();
  });

  /** Someone who was added by another program, and is here. */
  const knownContact = async (uid: string) => {
    const more = [`EMAIL:${uid}@work.example`, 'TEL;TYPE=CELL:0170 / 123 45 67', 'X-SKYPE:her.name'];
    const card = vCard({ uid, name: `Known ${uid}`, numbers: ['(030) 90 18 20'], more });
    await radicale.write('anna', 'people', `${uid}.vcf`, card);
    await company.synchronise();
    const contact = (await company.contacts()).find(({ name }) => name === `Known ${uid}`);
    if (!contact) throw new Error('She is mirrored.');
    return contact;
  };
  const edited = (uid: string, more: object = {}) => ({
    type: 'contacts',
    firstName: 'Known',
    lastName: uid,
    name: `Known ${uid}`,
    email: `${uid}@work.example`,
    phoneNumbers: [
      { label: 'WORK', phoneNumber: '+4930901820' },
      { label: 'MOBILE', phoneNumber: '+491701234567' },
    ],
    ...more,
  });
  const change = (contactId: string, body: ReturnType<typeof edited>) =>
    company.call(routes.updateContact, { params: { contactId }, body });
  const one = (contactId: string) => company.call(routes.contact, { params: { contactId } });

  test('a new contact is there, and then here, before the reply', async () => {
    const made = await company.call(routes.createContact, {
      body: {
        integrationId,
        firstName: 'Nina',
        lastName: 'New',
        organization: 'Nord',
        email: 'nina@nord.example',
        phoneNumbers: [{ label: 'MOBILE', phoneNumber: '0170 7654321' }],
      },
    });
    expect(made).toMatchObject({
      status: 200,
      body: { source: 'CARDDAV', integrationId, name: 'Nina New', phoneNumbers: [{ e164: '+491707654321' }] },
    });
    const card = await radicale.readAll('anna', 'people');
    expect(card).toContain('FN:Nina New');
    expect(card).toMatch(/TEL[^:]*CELL[^:]*:\+491707654321/i);
    await company.synchronise();
    expect((await company.contacts()).map(({ id }) => id)).toEqual([made.body.id]);
    await company.stands({ contactCount: 1 });
  });

  test('a draft whose writing was cut off here is the contact that came back without it', async () => {
    const body = { integrationId, draftId: 'cut-off-here', firstName: 'Cora', lastName: 'Cut', phoneNumbers: [] };
    const made = await company.call(routes.createContact, { body });
    const row = company.api.db.updateTable('contacts').where('id', '=', made.body.id);
    await row.set({ draft_key: null }).execute();
    const cards = await radicale.names('anna', 'people');
    expect(await company.call(routes.createContact, { body })).toMatchObject({
      status: 200,
      body: { id: made.body.id },
    });
    expect(await radicale.names('anna', 'people')).toEqual(cards);
    const another = await company.call(routes.createContact, { body: { ...body, draftId: 'never-cut-off' } });
    expect(another).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
  });

  test('a change here is there, and leaves what nobody changed', async () => {
    const { id } = await knownContact('keep');
    const changed = await change(id, edited('keep', { organization: 'Nord' }));
    expect(changed).toMatchObject({ status: 200, body: { id, organization: 'Nord' } });
    const card = await radicale.read('anna', 'people', 'keep.vcf');
    for (const line of ['X-OF-NOBODY:keep', 'X-SKYPE:her.name', 'ORG:Nord', ':(030) 90 18 20', ':0170 / 123 45 67']) {
      expect(card).toContain(line);
    }
    const rev = (await company.contacts()).find((contact) => contact.id === id)?.rev;
    await company.synchronise();
    expect((await company.contacts()).find((contact) => contact.id === id)?.rev).toBe(rev);
  });

  test('a change of the last name leaves title and middle name as they are', async () => {
    const whole = vCard({ uid: 'titled', name: 'Dr. Ada Augusta Byron' });
    const card = whole.replace(/^N:.*$/m, 'N:Byron;Ada;Augusta;Dr.;');
    await radicale.write('anna', 'people', 'titled.vcf', card);
    await company.synchronise();
    const { id } = (await company.contacts()).find(({ name }) => name === 'Dr. Ada Augusta Byron') ?? { id: '' };
    const body = { type: 'contacts', firstName: 'Ada', lastName: 'Lovelace', name: null, phoneNumbers: [] };
    const changed = await company.call(routes.updateContact, { params: { contactId: id }, body });
    expect(changed).toMatchObject({ status: 200, body: { name: 'Dr. Ada Augusta Lovelace', lastName: 'Lovelace' } });
    const written = await radicale.read('anna', 'people', 'titled.vcf');
    expect(written).toContain('FN:Dr. Ada Augusta Lovelace');
    expect(written).toContain('N:Lovelace;Ada;Augusta;Dr.;');
  });

  test('the second writer gets a conflict, and sees the first change', async () => {
    const { id } = await knownContact('both');
    await radicale.write('anna', 'people', 'both.vcf', vCard({ uid: 'both', name: 'Changed outside' }));
    const second = await change(id, edited('both', { organization: 'Inside' }));
    expect(second).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', type: 'conflict', translationKey: 'conflict' },
    });
    expect((await one(id)).body).toMatchObject({ name: 'Changed outside', phoneNumbers: [] });
    expect(await radicale.read('anna', 'people', 'both.vcf')).not.toContain('Inside');
  });

  test('what only its own program changed stands in nobody’s way', async () => {
    const { id } = await knownContact('quiet');
    const card = await radicale.read('anna', 'people', 'quiet.vcf');
    await radicale.write('anna', 'people', 'quiet.vcf', card.replace('END:VCARD', 'X-LATER:yes\r\nEND:VCARD'));
    expect(await change(id, edited('quiet', { organization: 'Nord' }))).toMatchObject({ status: 200 });
    const after = await radicale.read('anna', 'people', 'quiet.vcf');
    expect(after).toContain('X-LATER:yes');
    expect(after).toContain('ORG:Nord');
  });

  test('deleted here it is gone there, and the other way round', async () => {
    const here = await knownContact('here');
    expect(await company.call(routes.deleteContact, { params: { contactId: here.id } })).toMatchObject({ status: 200 });
    expect(await radicale.names('anna', 'people')).not.toContain('here.vcf');
    expect((await one(here.id)).status).toBe(404);

    const there = await knownContact('there');
    await radicale.remove('anna', 'people', 'there.vcf');
    expect(await change(there.id, edited('there'))).toMatchObject({ status: 404 });
    expect((await one(there.id)).status).toBe(404);
    const both = await knownContact('twice');
    await radicale.remove('anna', 'people', 'twice.vcf');
    expect(await company.call(routes.deleteContact, { params: { contactId: both.id } })).toMatchObject({ status: 200 });
  });

  test('a forbidden change changes nothing here', async () => {
    const { id } = await knownContact('locked');
    refused.set('PUT', 403).set('DELETE', 403);
    const forbidden = { status: 403, body: { code: 'FORBIDDEN', type: 'forbidden', translationKey: 'forbidden' } };
    const body = { integrationId, firstName: 'Nobody', phoneNumbers: [] };
    expect(await company.call(routes.createContact, { body })).toMatchObject(forbidden);
    expect(await change(id, edited('locked', { organization: 'Lost' }))).toMatchObject(forbidden);
    expect(await company.call(routes.deleteContact, { params: { contactId: id } })).toMatchObject(forbidden);
    refused.clear();
    expect((await one(id)).body).toMatchObject({ name: 'Known locked', organization: null });
  });

  test('SERR-006: while nobody answers there, nothing changes here, and the reason comes along', async () => {
    const { id } = await knownContact('away');
    await radicale.stop();
    const why = {
      type: 'unreachable',
      translationKey: 'unreachable',
      detail: expect.stringContaining('does not answer'),
    };
    const failed = { status: 502, body: { code: 'INTEGRATION_FAILED', ...why } };
    expect(await change(id, edited('away', { organization: 'Lost' }))).toMatchObject(failed);
    const body = { integrationId, firstName: 'Nobody', phoneNumbers: [] };
    expect(await company.call(routes.createContact, { body })).toMatchObject(failed);
    expect((await one(id)).body.organization).toBeNull();
    await radicale.start();
  });

  test('a refused sign-in asks for another one', async () => {
    const { id } = await knownContact('late');
    radicale.setPassword('anna', 'changed');
    const refused = await change(id, edited('late', { organization: 'Lost' }));
    expect(refused).toMatchObject({ status: 400, body: { code: 'INTEGRATION_REFRESH', type: 'refresh' } });
    await company.stands({ state: 'AUTHENTICATION_REQUIRED' });
    // And nobody asks there any more.
    expect(await change(id, edited('late'))).toMatchObject({ status: 400, body: { code: 'INTEGRATION_REFRESH' } });
    const params = { integrationId };
    await company.call(routes.reconnectIntegration, { params, body: { key: 'anna:changed' } });
    await vi.waitFor(async () => expect((await change(id, edited('late'))).status).toBe(200));
  });
});
