import { domainToASCII } from 'node:url';
import { routes } from '@sidetone/contract/http/routes.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../../../../config.ts';
import { type NameServer, openNameServer } from '../../../../network/testing/name-server.ts';
import { txtRecords } from '../../../../network/txt-records.ts';
import { type TwoCompanies, twoCompanies } from '../../testing/two-companies.ts';
import { someSignOn } from '../testing/some-sign-on.ts';
import { accountOfDomain, countingDomains } from './domain-rows.ts';
import { lookAtDomains } from './prove.ts';

let world: TwoCompanies;
let names: NameServer;
/** Each test has a domain of its own. */
let domain: string;
let count = 0;

beforeAll(async () => {
  names = await openNameServer();
  world = await twoCompanies({ config: { ...readConfig({ DOMAIN_NAME_SERVERS: names.address }), port: 0 } });
}, 60_000);
afterAll(async () => {
  await world.api.stop();
  await names.close();
});
beforeEach(async () => {
  count += 1;
  domain = `company-${count}.example`;
  names.setSilent(false);
  await world.api.db.deleteFrom('single_sign_ons').execute();
  await world.api.db.deleteFrom('sign_in_attempts').execute();
});

const claims = async (domains: readonly string[], who = world.admin, rev = 0) =>
  await world.ask(routes.saveSingleSignOn, { body: someSignOn({ domains: [...domains], rev }) }, who);
const proofOf = async (who = world.admin, of = domain) => {
  const { body } = await world.ask(routes.singleSignOn, {}, who);
  const found = body.settings?.proofs.find((one) => one.domain === of);
  if (!found) throw new Error(`no proof of ${of}`);
  return found;
};
const proves = (who = world.admin, of = domain) => world.ask(routes.proveDomain, { params: { domain: of } }, who);
const hasRecord = async (who = world.admin, of = domain) => {
  const { record } = await proofOf(who, of);
  names.records.set(record.name, ['other=words', record.value]);
};
const sweep = (daysLater: number) =>
  lookAtDomains({
    db: world.api.db,
    records: txtRecords([names.address]),
    now: () => new Date(Date.now() + daysLater * 24 * 60 * 60_000),
  });
/** The last look was so long ago that it is made again. */
const aDayLater = () =>
  world.api.db
    .updateTable('single_sign_on_domains')
    .set({ checked_at: sql<Date>`now() - interval '2 days'` })
    .execute();
const actions = async () =>
  (await world.audited()).map(({ action }) => action).filter((action) => action.startsWith('singleSignOn.domain'));

test('a domain waits for its record, says what is missing, and counts once it is proved', async () => {
  await claims([domain]);
  expect(await proofOf()).toMatchObject({ state: 'waiting', counts: false, problem: null, checkedAt: null });
  expect(await accountOfDomain(world.api.db, domain)).toBeNull();
  expect((await proves()).body.proof).toMatchObject({ state: 'waiting', problem: 'noSuchDomain' });
  names.records.set(domain, ['v=spf1 -all']);
  expect((await proves()).body.proof.problem).toBe('noRecord');
  names.records.set(`_sidetone-challenge.${domain}`, ['sidetone-domain=somebody-elses']);
  expect((await proves()).body.proof.problem).toBe('otherRecord');
  await hasRecord();
  expect((await proves()).body.proof).toMatchObject({ state: 'proved', counts: true, problem: null, losesAt: null });
  expect(await accountOfDomain(world.api.db, domain)).toBe(world.admin.accountId);
  expect((await actions()).at(-1)).toBe('singleSignOn.domainProved');
  expect((await proves(world.admin, 'not-mine.example')).status).toBe(404);
  expect((await proves(world.stranger)).status).toBe(404);
});

test('a name service that does not answer proves nothing and takes nothing', async () => {
  await claims([domain]);
  await hasRecord();
  names.setSilent(true);
  expect((await proves()).body.proof).toMatchObject({ state: 'waiting', problem: 'noAnswer' });
  names.setSilent(false);
  await proves();
  names.setSilent(true);
  await aDayLater();
  await sweep(60);
  expect(await proofOf()).toMatchObject({ state: 'proved', counts: true, problem: 'noAnswer', losesAt: null });
}, 60_000);

test('what is proved is looked at once a day, keeps counting for seven days without its record, and is lost then', async () => {
  await claims([domain]);
  await hasRecord();
  // Nobody has to come back: the hourly look finds it.
  await sweep(0);
  expect(await proofOf()).toMatchObject({ state: 'proved' });
  names.records.delete(`_sidetone-challenge.${domain}`);
  await sweep(0);
  expect(await proofOf()).toMatchObject({ problem: null });
  await aDayLater();
  await sweep(0);
  const missing = await proofOf();
  expect(missing).toMatchObject({ state: 'proved', counts: true, problem: 'noSuchDomain' });
  expect(Date.parse(missing.losesAt ?? '')).toBeGreaterThan(Date.now() + 6 * 24 * 60 * 60_000);
  await aDayLater();
  await sweep(8);
  expect(await proofOf()).toMatchObject({ state: 'lost', counts: false, losesAt: null });
  expect((await actions()).at(-1)).toBe('singleSignOn.domainLost');
  await hasRecord();
  expect((await proves()).body.proof).toMatchObject({ state: 'proved' });
});

test('waiting for a domain takes it from nobody, and a proved one is claimed by no second company', async () => {
  await claims([domain], world.stranger);
  await claims([domain]);
  await hasRecord();
  await proves();
  expect(await countingDomains(world.api.db, world.admin.accountId)).toEqual([domain]);
  expect(await countingDomains(world.api.db, world.stranger.accountId)).toEqual([]);
  const { body } = await world.ask(routes.singleSignOn, {}, world.stranger);
  const again = await claims([domain, `other.${domain}`], world.stranger, body.settings?.rev);
  expect(again).toMatchObject({ status: 400, body: { issues: [{ path: 'domains.0', message: 'domainTaken' }] } });
  // Whose record is there as well waits until the other one is gone: then the domain is theirs without a wait.
  const both = [await proofOf(), await proofOf(world.stranger)];
  names.records.set(
    `_sidetone-challenge.${domain}`,
    both.map(({ record }) => record.value),
  );
  expect((await proves(world.stranger)).body.proof).toMatchObject({ state: 'waiting', problem: 'taken' });
  await hasRecord(world.stranger);
  expect((await proves(world.stranger)).body.proof).toMatchObject({ state: 'proved' });
  expect(await proofOf()).toMatchObject({ state: 'lost', counts: false });
});

test('of two companies with records that are found at the same moment one has the domain', async () => {
  await claims([domain]);
  await claims([domain], world.stranger);
  const both = [await proofOf(), await proofOf(world.stranger)];
  names.records.set(
    `_sidetone-challenge.${domain}`,
    both.map(({ record }) => record.value),
  );
  await Promise.all([proves(), proves(world.stranger)]);
  const states = [await proofOf(), await proofOf(world.stranger)].map(({ state }) => state);
  expect(states.sort()).toEqual(['proved', 'waiting']);
});

test('a sweep looks at several domains together, and at the claims of one domain one after the other', async () => {
  const many = Array.from({ length: 12 }, (_, at) => `${at}.${domain}`);
  await claims([domain, ...many]);
  await claims([domain], world.stranger);
  const both = [await proofOf(), await proofOf(world.stranger)];
  names.records.set(
    `_sidetone-challenge.${domain}`,
    both.map(({ record }) => record.value),
  );
  const real = txtRecords([names.address]);
  const running: string[] = [];
  let most = 0;
  const of = async (name: string) => {
    // Both claims at the same moment would break the rule that one has it.
    expect(running).not.toContain(name);
    running.push(name);
    most = Math.max(most, running.length);
    const found = await real.of(name);
    running.splice(running.indexOf(name), 1);
    return found;
  };
  await lookAtDomains({ db: world.api.db, records: { of } });
  expect(most).toBe(10);
  const proofs = [await proofOf(), await proofOf(world.stranger)].map(({ state, problem }) => [state, problem]);
  expect(proofs.sort()).toEqual([
    ['proved', null],
    ['waiting', 'taken'],
  ]);
});

test('a domain keeps its proof while others come and go, and has another record after it was given up', async () => {
  await claims([domain]);
  await hasRecord();
  await proves();
  const { body } = await world.ask(routes.singleSignOn, {});
  const more = await claims([domain, `more.${domain}`], world.admin, body.settings?.rev);
  expect(more.body.settings.proofs.map(({ state }) => state)).toEqual(['proved', 'waiting']);
  const before = await proofOf();
  const without = await claims([`more.${domain}`], world.admin, more.body.settings.rev);
  await claims([domain], world.admin, without.body.settings.rev);
  const after = await proofOf();
  expect(after.state).toBe('waiting');
  expect(after.record.value).not.toBe(before.record.value);
});

test('names are taken as people write them, and what is none, or is everybody’s, is refused', async () => {
  const taken = await claims([`@Müller-${count}.Example.`]);
  expect(taken.body.settings.domains).toEqual([domainToASCII(`müller-${count}.example`)]);
  expect(taken.body.settings.domains[0]).toMatch(/^xn--mller-/);
  for (const wrong of [
    '*.company.example',
    'https://company.example',
    'company',
    '10.1.2.3',
    'a b.example',
    '-a.example',
  ]) {
    expect([wrong, (await claims([wrong], world.stranger)).status]).toEqual([wrong, 400]);
  }
  for (const everybodys of ['co.uk', 'github.io', 'gmail.com']) {
    expect([everybodys, (await claims([everybodys], world.stranger)).status]).toEqual([everybodys, 400]);
  }
});

test('what a server kept from before proofs counts for its time, and no longer than until somebody proves it', async () => {
  const keep = (until: string) =>
    world.api.db
      .updateTable('single_sign_on_domains')
      .set({ kept_until: sql<Date>`${until}::timestamptz` })
      .where('account_id', '=', world.admin.accountId)
      .execute();
  await claims([domain]);
  await keep('infinity');
  expect(await proofOf()).toMatchObject({ state: 'waiting', counts: true, keptUntil: null });
  await keep('2020-01-01');
  expect(await proofOf()).toMatchObject({ counts: false, keptUntil: null });
  await keep('2099-01-01');
  expect(await proofOf()).toMatchObject({ counts: true, keptUntil: '2099-01-01T00:00:00.000Z' });
  await claims([domain], world.stranger);
  await hasRecord(world.stranger);
  await proves(world.stranger);
  expect(await proofOf()).toMatchObject({ counts: false, keptUntil: null });
  expect(await accountOfDomain(world.api.db, domain)).toBe(world.stranger.accountId);
});
