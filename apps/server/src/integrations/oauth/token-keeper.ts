import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../storage/database.ts';
import type { SecretBox } from '../../storage/secret-box.ts';
import type { Writer } from '../../storage/writer.ts';
import { IntegrationError } from '../connector.ts';
import type { Tokens, Vendor } from './vendor.ts';

/** What is kept sealed of a sign-in. */
const kept = z.object({ access: z.string(), refresh: z.string().nullable(), accountUrl: z.string().nullable() });
type Kept = z.infer<typeof kept>;

/** Tokens of connections that were signed in at their vendor's page. */
export interface TokenKeeper {
  /**
   * A token that is good for another minute, renewed where it has to be: by one at a time, in this process and among all.
   * Rejects with an `IntegrationError`: refresh where someone has to sign in again.
   */
  accessToken(integrationId: string, vendorFor: VendorFor): Promise<string>;
  /**
   * The vendor did not take a token. Gives whether a new one is worth asking for: not where it was renewed just now, since then
   * it is not the token.
   */
  wasRefused(integrationId: string): Promise<boolean>;
  save(trx: Writer, integrationId: string, tokens: Tokens, accountUrl: string | null): Promise<void>;
  /** Forgets the tokens of a connection, and gives what tells the vendor so. */
  forget(trx: Writer, integrationId: string): Promise<Kept | null>;
}

/** The sign-in of an account at its vendor. */
type VendorFor = (accountUrl: string | null) => Vendor;

const earlyMs = 60_000;
const freshMs = 5 * 60_000;
/** Longer than a vendor is waited for. */
const claimMs = 60_000;
/** So long a token that was given is tried to be kept: with the time that a vendor may take, less than a claim. */
const keepMs = 30_000;
const lookAgainMs = 100;

export function tokenKeeper({ db, box }: KeeperParts): TokenKeeper {
  const renewing = new Map<string, Promise<string>>();
  return {
    async accessToken(integrationId, vendorFor) {
      const row = await read({ db, box }, integrationId);
      if (isGood(row)) return row.tokens.access;
      const known = renewing.get(integrationId);
      if (known) return await known;
      const renewal = renew({ db, box }, integrationId, vendorFor).finally(() => renewing.delete(integrationId));
      renewing.set(integrationId, renewal);
      return await renewal;
    },

    async wasRefused(integrationId) {
      const { numUpdatedRows } = await db
        .updateTable('integration_tokens')
        .set({ expires_at: sql`now()` })
        .where('integration_id', '=', integrationId)
        .where('renewed_at', '<', sql<Date>`now() - make_interval(secs => ${freshMs / 1000})`)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    save: (trx, integrationId, tokens, accountUrl) => write(trx, box, integrationId, tokens, accountUrl),

    async forget(trx, integrationId) {
      const row = await trx
        .deleteFrom('integration_tokens')
        .where('integration_id', '=', integrationId)
        .returning('sealed')
        .executeTakeFirst();
      return row ? unsealed(box, row.sealed) : null;
    },
  };
}

interface KeeperParts {
  readonly db: Database;
  readonly box: SecretBox;
}

async function read({ db, box }: { readonly db: Writer; readonly box: SecretBox }, integrationId: string) {
  const row = await db
    .selectFrom('integration_tokens')
    .selectAll()
    .where('integration_id', '=', integrationId)
    .executeTakeFirst();
  if (!row) throw signedOut();
  return { ...row, tokens: unsealed(box, row.sealed) };
}

/**
 * Renews a token that this process has claimed; while another one has, waits for what it brings. Nothing of the database is
 * held while the vendor is asked, which may take long.
 */
async function renew({ db, box }: KeeperParts, integrationId: string, vendorFor: VendorFor): Promise<string> {
  for (;;) {
    const row = await read({ db, box }, integrationId);
    if (isGood(row)) return row.tokens.access;
    if (row.tokens.refresh === null) throw signedOut();
    if (!(await claim(db, integrationId, row.version))) {
      await pause(lookAgainMs);
      continue;
    }
    let made: Tokens;
    try {
      made = await vendorFor(row.tokens.accountUrl).renew(row.tokens.refresh);
    } catch (error) {
      // Where the database is away as well, the claim ends by itself.
      const isOurs = await giveBack(db, integrationId, row.version).catch(() => true);
      if (isOurs) throw error;
      // Someone signed in again while the vendor refused the older token.
      continue;
    }
    return await keep({ db, box }, integrationId, row, made);
  }
}

/** Takes the right to renew this version of a token, for as long as its vendor may take; one that dies loses it then. */
async function claim(db: Database, integrationId: string, version: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('integration_tokens')
    .set({ renewing_until: sql`clock_timestamp() + make_interval(secs => ${claimMs / 1000})` })
    .where('integration_id', '=', integrationId)
    .where('version', '=', version)
    .where((eb) => eb.or([eb('renewing_until', 'is', null), eb('renewing_until', '<', sql<Date>`clock_timestamp()`)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Keeps what a vendor gave. It is the only token that is good for anything now, so it is tried for a while where the database
 * is away.
 */
async function keep(
  { db, box }: KeeperParts,
  integrationId: string,
  { version, tokens: { accountUrl } }: Awaited<ReturnType<typeof read>>,
  made: Tokens,
): Promise<string> {
  const sealed = sealedOf(box, made, accountUrl);
  const until = performance.now() + keepMs;
  for (;;) {
    try {
      const { numUpdatedRows } = await db
        .updateTable('integration_tokens')
        .set({ sealed, expires_at: made.expiresAt, renewed_at: sql`now()`, renewing_until: null, version: version + 1 })
        .where('integration_id', '=', integrationId)
        .where('version', '=', version)
        .executeTakeFirst();
      // Someone signed in meanwhile, perhaps at another CRM, or disconnected it.
      return numUpdatedRows > 0n ? made.access : (await read({ db, box }, integrationId)).tokens.access;
    } catch (error) {
      if (error instanceof IntegrationError || performance.now() > until) throw error;
      await pause(lookAgainMs);
    }
  }
}

/** The vendor did not renew it: the next one may ask immediately. Gives whether this version is still the one that is kept. */
async function giveBack(db: Database, integrationId: string, version: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('integration_tokens')
    .set({ renewing_until: null })
    .where('integration_id', '=', integrationId)
    .where('version', '=', version)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function write(
  trx: Writer,
  box: SecretBox,
  integrationId: string,
  tokens: Tokens,
  accountUrl: string | null,
): Promise<void> {
  const { expiresAt } = tokens;
  const sealed = sealedOf(box, tokens, accountUrl);
  await trx
    .insertInto('integration_tokens')
    .values({ integration_id: integrationId, sealed, expires_at: expiresAt })
    .onConflict((conflict) =>
      conflict.column('integration_id').doUpdateSet({
        sealed,
        expires_at: expiresAt,
        renewed_at: sql`now()`,
        renewing_until: null,
        version: sql`integration_tokens.version + 1`,
      }),
    )
    .execute();
}

const sealedOf = (box: SecretBox, { access, refresh }: Tokens, accountUrl: string | null): Buffer =>
  box.seal(JSON.stringify({ access, refresh, accountUrl } satisfies Kept));

/** Renewed a minute before its end; one that lives for less than two, halfway. */
function isGood({ expires_at, renewed_at }: { readonly expires_at: Date; readonly renewed_at: Date }): boolean {
  const lifeMs = expires_at.getTime() - renewed_at.getTime();
  return expires_at.getTime() - Date.now() > Math.min(earlyMs, lifeMs / 2);
}

const signedOut = (cause?: unknown): IntegrationError =>
  new IntegrationError('refresh', 'The connection has to be signed in again', {
    translationKey: 'signedOut',
    provablyNotTaken: true,
    cause,
  });

/** Tokens that another data folder sealed are of no use. */
function unsealed(box: SecretBox, sealed: Uint8Array): Kept {
  try {
    return kept.parse(JSON.parse(box.unseal(sealed)));
  } catch (error) {
    throw signedOut(error);
  }
}
