import { isDeepStrictEqual } from 'node:util';
import type { AuditAction } from '@sidetone/contract/entities/audit.ts';
import { sql } from 'kysely';
import { audit } from '../../requests/audit.ts';
import type { Caller } from '../../requests/callers.ts';
import { Refusal } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';
import type { Writer } from '../../storage/writer.ts';

/** Who changes something: a signed-in administrator, a directory, or the command line of the server. */
export interface Administrator {
  readonly accountId: string;
  /** Whom the audit log names; null for the command line. Of a directory it is the id of its token, which is no user. */
  readonly userId: string | null;
  /** Left out: what this user may do. */
  readonly rights?: 'everything';
  /** The network address that the request came from. */
  readonly address: string | null;
}

/** The administrator behind a request. */
export const administrator = ({ caller, address }: { caller: Caller; address: string }): Administrator => ({
  accountId: caller.accountId,
  userId: caller.userId,
  address,
});

/** Adds a line to the audit log of the change that is being made; `detail` never holds a secret. */
export type Note = (
  action: AuditAction,
  target: string | null,
  detail?: Readonly<Record<string, unknown>>,
) => Promise<void>;

/**
 * Makes a change of an account in one transaction with its lines in the audit log. Changes of one account come one after
 * the other, so that what was looked at still holds when it is written. What the tables keep unique is `Refusal` CONFLICT.
 */
export async function administer<T>(
  db: Database,
  by: Administrator,
  work: (trx: Writer, note: Note) => Promise<T>,
): Promise<T> {
  try {
    return await db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(hashtext('sidetone administration'), hashtext(${by.accountId}))`.execute(
        trx,
      );
      const { accountId, userId: actorUserId, address } = by;
      return await work(trx, (action, target, detail = {}) =>
        audit(trx, { accountId, actorUserId, address, action, target, detail }),
      );
    });
  } catch (error) {
    const rule = taken[(error as { constraint?: string }).constraint ?? ''];
    if (rule === undefined) throw error;
    const [why, path, message] = rule;
    throw new Refusal('CONFLICT', why, { cause: error, issues: [{ path, message }] });
  }
}

/** What each rule of the tables means to people who break it: for logs, at which field, and which problem of that field. */
const taken: Readonly<Record<string, readonly [why: string, path: string, problem: string]>> = {
  users_email: ['This email address is already in use.', 'email', 'emailTaken'],
  numbers_pkey: ['This number is already taken.', 'first', 'foreign'],
  paging_groups_number: ['Another paging group has this number.', 'number', 'numberTaken'],
  phone_setups_mac: ['Another phone of this company has this MAC address.', 'mac', 'macTaken'],
  single_sign_on_domains_proved: ['Another company has just proved this domain.', 'domain', 'domainTaken'],
  extensions_pkey: ['This extension is already taken.', 'extension', 'extensionTaken'],
};

/** Those fields of a change that are given and differ from what is there, as `{ field: { from, to } }` for the audit log. */
export function differences(
  before: Readonly<Record<string, unknown>>,
  change: Readonly<Record<string, unknown>>,
): Record<string, { from: unknown; to: unknown }> {
  const entries = Object.entries(change).flatMap(([field, to]) => {
    const from = before[field];
    return to === undefined || isDeepStrictEqual(asJson(from), asJson(to)) ? [] : [[field, { from, to }] as const];
  });
  return Object.fromEntries(entries);
}

/** As the database keeps it, whatever order its fields are in. */
const asJson = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)));
