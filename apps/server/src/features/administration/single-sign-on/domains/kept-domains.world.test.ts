import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrate, migrateTo } from '../../../../storage/database.ts';
import { emptyDatabase } from '../../../../storage/testing/test-database.ts';
import { countingDomains, proofsOf, writeDomains } from './domain-rows.ts';

/** A database from before proofs, in which the first of these companies has a domain. */
async function before(companies: readonly string[]) {
  const { db, drop } = await emptyDatabase();
  await migrateTo(db, '0189-suspended-companies');
  for (const id of companies) {
    await sql`insert into accounts (id, name, plan) values (${id}, ${id}, '{}')`.execute(db);
    await sql`insert into single_sign_ons (account_id, issuer, client_id, is_on, is_required, creates_users,
        trusts_addresses, steps, group_claim, groups)
      values (${id}, 'https://login.example', 'sidetone', true, false, true, false, 'stated', 'groups', '[]')`.execute(
      db,
    );
  }
  await sql`insert into single_sign_on_domains (domain, account_id) values ('old.example', ${companies[0]})`.execute(
    db,
  );
  await migrate(db);
  return { db, drop };
}

test('on a server with one company domains count without a proof, those from before and new ones', async () => {
  const { db, drop } = await before(['s1']);
  try {
    expect(await writeDomains(db, 's1', ['old.example', 'new.lan'])).toBeNull();
    expect(await proofsOf(db, 's1')).toMatchObject([
      { domain: 'new.lan', state: 'waiting', counts: true, keptUntil: null },
      { domain: 'old.example', state: 'waiting', counts: true, keptUntil: null },
    ]);
  } finally {
    await drop();
  }
});

test('on a server with several companies domains from before count for thirty days, and new ones wait', async () => {
  const { db, drop } = await before(['s1', 's2']);
  try {
    expect(await writeDomains(db, 's1', ['old.example', 'new.example'])).toBeNull();
    expect(await countingDomains(db, 's1')).toEqual(['old.example']);
    const [fresh, old] = await proofsOf(db, 's1');
    expect(fresh).toMatchObject({ domain: 'new.example', counts: false, keptUntil: null });
    const days = (Date.parse(old?.keptUntil ?? '') - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(30);
    // Each claim has a value of its own to prove.
    expect(old?.record.value).toMatch(/^sidetone-domain=[0-9a-f]{64}$/);
    expect(fresh?.record.value).not.toBe(old?.record.value);
  } finally {
    await drop();
  }
});
