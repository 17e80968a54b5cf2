import type { Selectable } from 'kysely';
import type { PrivateHosts } from '../network/private-hosts.ts';
import type { Database } from '../storage/database.ts';
import type { Schema } from '../storage/schema.ts';
import type { SecretBox } from '../storage/secret-box.ts';
import type { Writer } from '../storage/writer.ts';
import { accountMailer } from './account-mailer.ts';
import { MailError } from './mail-error.ts';
import type { Mailer } from './mailer.ts';

interface MailServersDeps {
  readonly db: Database;
  readonly box: Pick<SecretBox, 'unseal'>;
  /** The mail server of the operator (SMTP_URL), for accounts without one of their own; null: there is none. */
  readonly operator: Mailer | null;
  readonly hosts: Pick<PrivateHosts, 'isNamed' | 'isPublic'>;
}

export type MailServerRow = Selectable<Schema['mail_servers']>;

/** By which server mail of an account goes out. */
export interface MailServers {
  /** Its own, else that of the operator; null where there is neither. Rejects with a `MailError` where its password is lost. */
  of(accountId: string): Promise<Mailer | null>;
  /** Whether mail of an account goes out. */
  isSet(accountId: string, trx?: Writer): Promise<boolean>;
  /** Whether mail of any account goes out. */
  isAnySet(): Promise<boolean>;
}

/** The mail server of the operator for all accounts, where there is one. */
export const operatorAlone = (operator: Mailer | null): MailServers => ({
  of: async () => operator,
  isSet: async () => operator !== null,
  isAnySet: async () => operator !== null,
});

export const mailServers = ({ db, box, operator, hosts }: MailServersDeps): MailServers => ({
  async of(accountId) {
    const row = await db.selectFrom('mail_servers').selectAll().where('account_id', '=', accountId).executeTakeFirst();
    if (!row) return operator;
    const { host, port, security, from_name: name, from_address: address } = row;
    const entered = { host, port, security, auth: authOf(box, row), from: { name, address } };
    return accountMailer(hosts, entered);
  },
  isSet: async (accountId, trx = db) => operator !== null || (await hasServer(trx, accountId)),
  isAnySet: async () => operator !== null || (await hasServer(db, null)),
});

/** Null: any account. */
async function hasServer(db: Writer, accountId: string | null): Promise<boolean> {
  const row = await db
    .selectFrom('mail_servers')
    .select('account_id')
    .$if(accountId !== null, (query) => query.where('account_id', '=', accountId))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

function authOf(box: Pick<SecretBox, 'unseal'>, row: MailServerRow): { user: string; pass: string } | null {
  if (row.sign_in === '' || row.password_sealed === null) return null;
  try {
    return { user: row.sign_in, pass: box.unseal(row.password_sealed) };
  } catch {
    // Another data folder sealed it, as after a restored backup without its key file.
    throw new MailError('secretLost');
  }
}
