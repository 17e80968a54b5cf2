import { sealingKey, secretBox } from '../../apps/server/src/storage/secret-box.ts';
import { guessesPassword, searchesExtensions } from '../people/sip-vicious.ts';
import { needs } from '../world/needs.ts';
import { expect, test } from '../world/telephones.ts';

// The registrar is attacked, and the attacker's address is banned.
test.use({ server: 'own' });

const extensions = Array.from({ length: 50 }, (_, at) => String(1000 + at));
const nobody = Array.from({ length: 50 }, (_, at) => String(3000 + at));
const passwordOf = (extension: string) => `secret-of-${extension}`;
const words = (length: number) => Array.from({ length }, (_, at) => `guess-${at}`);

test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ sidetone, people: [mara] }) => {
  const box = secretBox(sealingKey(sidetone.dataFolder));
  // Phones with names that anyone would try.
  await sidetone.query(
    `insert into endpoints (id, account_id, user_id, kind, alias, sip_username, password_sealed)
      select 'p-' || name, u.account_id, u.id, 'phone', 'Easy to guess', name, sealed
      from users u, unnest($1::text[], $2::bytea[]) as easy (name, sealed) where u.email = $3`,
    [extensions, extensions.map((name) => box.seal(passwordOf(name))), mara.email],
  );
});

// One of them is registered for an hour by the attacker who guessed its password.
test.afterAll(async ({ sidetone, people: [mara] }) => {
  await sidetone.query(`delete from endpoints where sip_username = any ($1)`, [extensions]);
  const left = () =>
    sidetone.query(
      `select contact_uri from registrations join users on users.id = registrations.user_id where users.email = $1`,
      [mara.email],
    );
  await expect.poll(left).toEqual([]);
});

const attackOn = (sidetone: { ports: { sip: number } }, list: string) => ({
  server: `127.0.0.1:${sidetone.ports.sip}`,
  list,
});

// Each from an address of its own: what answers one attack late is no answer to the next.
for (const [method, from] of [
  ['REGISTER', '127.0.0.10'],
  ['INVITE', '127.0.0.11'],
  ['OPTIONS', '127.0.0.12'],
] as const) {
  test(`svwar tells apart none of 50 extensions by ${method}`, async ({ sidetone }, testInfo) => {
    needs('svwar');
    test.setTimeout(120_000);
    const names = extensions.flatMap((name, at) => [name, nobody[at] ?? '']);
    const attack = { ...attackOn(sidetone, testInfo.outputPath('names')), from };
    const found = await searchesExtensions(attack, method, names);
    const saidOf = (list: readonly string[]) => list.map((name) => found.get(name) ?? 'nothing');
    expect(saidOf(extensions)).toEqual(saidOf(nobody));
  });
}

test('svcrack finds a password that is among its first guesses, so it can', async ({ sidetone }, testInfo) => {
  needs('svcrack');
  test.setTimeout(120_000);
  const attack = { ...attackOn(sidetone, testInfo.outputPath('words')), from: '127.0.0.8' };
  const passwords = [...words(3), passwordOf('1001')];
  expect(await guessesPassword(attack, '1001', passwords)).toBe(passwordOf('1001'));
});

test('svcrack gets 20 password checks at most, and a phone registers and calls during that time', async ({
  sidetone,
  people: [mara, jonas],
  atTelephone,
}, testInfo) => {
  needs('svcrack');
  test.setTimeout(180_000);
  const ben = await atTelephone(jonas, 1000);
  const attack = attackOn(sidetone, testInfo.outputPath('words'));
  const guessing = guessesPassword(attack, '1000', [...words(200), passwordOf('1000'), ...words(50)]);
  const anna = await atTelephone(mara, 440);
  const [, taken] = await Promise.all([anna.calls(jonas.extension), ben.answers()]);
  expect(taken).toBeUndefined();
  await expect.poll(() => ben.inCall).toBe(true);
  expect(await guessing).toBeUndefined();
  await anna.hangsUp();

  const checks = async () => {
    const [row] = await sidetone.query<{ checks: number }>(
      `select coalesce(sum(count), 0)::int as checks from refusals
        where source = '127.0.0.9' and kind in ('sipWrongPassword', 'sipUnknownUser')`,
    );
    return row?.checks;
  };
  // All of it is written down a moment after it happened.
  const bans = () => sidetone.query(`select address, username from bans where address = '127.0.0.9'`);
  await expect.poll(bans).toEqual([{ address: '127.0.0.9', username: '1000' }]);
  const log = () => sidetone.query(`select action, target from audit_log where action = 'refusal.ban'`);
  await expect.poll(log).toContainEqual({ action: 'refusal.ban', target: '127.0.0.9 1000' });
  await expect.poll(checks).toBeGreaterThan(0);
  expect(await checks()).toBeLessThanOrEqual(20);
});
