import type { TrunkProblem } from '@sidetone/contract/entities/trunk.ts';
import { sql } from 'kysely';
import { addressRange, overlap } from '../../../network/address-range.ts';
import { isPartlySpecial } from '../../../network/private-hosts.ts';
import { Refusal } from '../../../requests/refusal.ts';
import type { Writer } from '../../../storage/writer.ts';
import type { Administrator } from '../administer.ts';
import { runsServer } from '../company/account.ts';

/** The widest networks, in bits, that an account may name which does not run the server: about what one provider has. */
const widest = { 4: 24, 6: 56 } as const;

/** Why an account may not name a source, even if nobody else has a trunk there; null where it may. */
export function sourceProblem(source: string): Extract<TrunkProblem, 'wideNetwork' | 'innerNetwork'> | null {
  const range = addressRange(source);
  // What cannot be read is never matched.
  if (!range) return null;
  if (range.prefix < widest[range.family]) return 'wideNetwork';
  return isPartlySpecial(range) ? 'innerNetwork' : null;
}

/**
 * Throws `Refusal` VALIDATION_FAILED for sources that a trunk of this account may not take: a trunk is recognised before
 * anyone is asked for a password, on a server that accounts share. Who runs the server, and its command line, may name
 * any.
 */
export async function refuseSources(trx: Writer, by: Administrator, added: readonly string[]): Promise<void> {
  if (added.length === 0 || by.userId === null || (await runsServer(trx, by.accountId))) return;
  for (const source of added) {
    const problem = sourceProblem(source);
    if (problem !== null) throw refusal(problem, source);
  }
  // Two accounts may name one network at the same moment.
  await sql`select pg_advisory_xact_lock(hashtext('sidetone trunk sources'))`.execute(trx);
  const others = await trx
    .selectFrom('trunks')
    .select(['host', 'source_addresses'])
    .where('account_id', '!=', by.accountId)
    .execute();
  const taken = others.flatMap(({ host, source_addresses: sources }) =>
    [host.replace(/^\[|\]$/g, ''), ...sources].flatMap((one) => addressRange(one) ?? []),
  );
  const overlapping = added.find((source) => {
    const range = addressRange(source);
    return range && taken.some((one) => overlap(one, range));
  });
  if (overlapping !== undefined) throw refusal('othersNetwork', overlapping);
}

const words: Record<Exclude<TrunkProblem, 'innerHost'>, string> = {
  wideNetwork: 'is too wide: /24 is the most, /56 for IPv6',
  innerNetwork: 'holds addresses that are not on the public internet',
  othersNetwork: 'holds addresses of a trunk of another account',
};

const refusal = (problem: Exclude<TrunkProblem, 'innerHost'>, source: string): Refusal =>
  new Refusal('VALIDATION_FAILED', `${source} ${words[problem]}. Only the operator of the server may allow it.`, {
    issues: [{ path: 'sourceAddresses', message: problem }],
  });
