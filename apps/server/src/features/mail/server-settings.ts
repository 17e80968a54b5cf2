import { isIP } from 'node:net';
import {
  type MailProblem,
  type MailServer,
  type MailServerChange,
  type MailTestResult,
  mailServer,
} from '@sidetone/contract/entities/mail.ts';
import { asMailError, MailError } from '../../mail/mail-error.ts';
import type { MailServerRow, MailServers } from '../../mail/mail-servers.ts';
import type { Mail } from '../../mail/mailer.ts';
import type { PrivateHosts } from '../../network/private-hosts.ts';
import { problemOfPlace } from '../../network/problem-of-place.ts';
import { type Audited, audit } from '../../requests/audit.ts';
import type { Caller } from '../../requests/callers.ts';
import { notFound, Refusal } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';
import { askForErasure } from '../../storage/erasure.ts';
import type { SecretBox } from '../../storage/secret-box.ts';
import type { Writer } from '../../storage/writer.ts';
import { testWords } from './letter/test-words.ts';

export interface ServerSettingsDeps {
  readonly db: Database;
  readonly box: SecretBox;
  readonly servers: MailServers;
  /** Which hosts of the server's own network may be connected with, see MAIL_PRIVATE_HOSTS. */
  readonly hosts: Pick<PrivateHosts, 'isNamed' | 'isPublic'>;
}

/** The administrator who asks, and from where. */
export interface AskedBy extends Pick<Caller, 'userId' | 'accountId'> {
  readonly address: string;
}

/** The mail server of an account; null where it has none of its own. */
export async function readServer(db: Database, accountId: string): Promise<MailServer | null> {
  const row = await db.selectFrom('mail_servers').selectAll().where('account_id', '=', accountId).executeTakeFirst();
  return row ? serverOf(row) : null;
}

/**
 * Keeps the mail server of an account, its password sealed. Throws `Refusal` VALIDATION_FAILED with what is wrong by field,
 * and CONFLICT where somebody else changed or removed it.
 */
export async function saveServer(
  { db, box, hosts }: Omit<ServerSettingsDeps, 'servers'>,
  by: AskedBy,
  change: MailServerChange,
): Promise<MailServer> {
  const { host, port, security, user, password, fromAddress, fromName } = change;
  const place = await problemOfPlace(hosts, `https://${isIP(host) === 6 ? `[${host}]` : host}`);
  if (place !== null) refuse('host', place);
  return await db.transaction().execute(async (trx) => {
    const before = await ownServer(trx, by.accountId);
    if (Number(before?.rev ?? 0) !== change.rev) throw conflict();
    const values = {
      host,
      port,
      security,
      sign_in: user,
      password_sealed: passwordToKeep(box, { host, port, user, password }, before),
      from_address: fromAddress,
      from_name: fromName,
    };
    const row =
      before === null
        ? await trx
            .insertInto('mail_servers')
            .values({ ...values, account_id: by.accountId })
            .onConflict((same) => same.doNothing())
            .returningAll()
            .executeTakeFirst()
        : await trx
            .updateTable('mail_servers')
            .set(values)
            .where('account_id', '=', by.accountId)
            .returningAll()
            .executeTakeFirst();
    if (!row) throw conflict();
    // The replaced password and address must not stay on the disk.
    if (before !== null) await askForErasure(trx, ['mail_servers']);
    await note(trx, by, 'mail.settingsChanged', { host, port, security });
    return serverOf(row);
  });
}

/** Forgets the mail server of an account. Throws `Refusal` NOT_FOUND. */
export async function removeServer({ db }: Pick<ServerSettingsDeps, 'db'>, by: AskedBy): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const row = await ownServer(trx, by.accountId);
    if (!row) throw notFound('mail server');
    await trx.deleteFrom('mail_servers').where('account_id', '=', by.accountId).execute();
    await note(trx, by, 'mail.settingsRemoved', { host: row.host });
  });
}

/** Sends a test to the administrator who asks, by the server as it is saved. */
export async function testServer({ db, servers }: ServerSettingsDeps, by: AskedBy): Promise<MailTestResult> {
  const user = await db
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.id', 'users.account_id')
    .select(['users.email', 'users.locale', 'accounts.name'])
    .where('users.id', '=', by.userId)
    .executeTakeFirst();
  if (!user) throw notFound('user');
  const begun = performance.now();
  const { problem, status } = await tried(servers, by.accountId, { to: user.email, ...testWords(user) });
  const milliseconds = Math.round(performance.now() - begun);
  await db.transaction().execute((trx) => note(trx, by, 'mail.tested', { problem, status }));
  return { to: user.email, problem, status, milliseconds };
}

async function tried(
  servers: MailServers,
  accountId: string,
  mail: Mail,
): Promise<{ readonly problem: MailProblem | null; readonly status: number | null }> {
  try {
    const mailer = await servers.of(accountId);
    if (mailer === null) throw new MailError('noServer');
    await mailer.send(mail);
  } catch (cause) {
    const { problem, status } = asMailError(cause);
    return { problem, status };
  }
  return { problem: null, status: 250 };
}

/** A password is kept for the host, port and user it was entered for: another server must not be given it. */
function passwordToKeep(
  box: Pick<SecretBox, 'seal'>,
  { host, port, user, password }: Pick<MailServerChange, 'host' | 'port' | 'user' | 'password'>,
  before: MailServerRow | null,
): Buffer | null {
  if (user === '') return null;
  if (password !== null && password !== '') return box.seal(password);
  const isSame = before?.host === host && before.port === port && before.sign_in === user;
  if (!isSame || before.password_sealed === null) refuse('password', 'needsPassword');
  return before.password_sealed;
}

const serverOf = (row: MailServerRow): MailServer =>
  mailServer.parse({
    host: row.host,
    port: row.port,
    security: row.security,
    user: row.sign_in,
    hasPassword: row.password_sealed !== null,
    fromAddress: row.from_address,
    fromName: row.from_name,
    rev: Number(row.rev),
  });

async function ownServer(trx: Writer, accountId: string): Promise<MailServerRow | null> {
  const row = await trx
    .selectFrom('mail_servers')
    .selectAll()
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Adds a line to the audit log; never with a user, an address or a password. */
const note = async (
  trx: Writer,
  { accountId, userId, address }: AskedBy,
  action: Audited['action'],
  detail: Readonly<Record<string, unknown>>,
): Promise<void> => await audit(trx, { accountId, actorUserId: userId, address, action, target: accountId, detail });

function refuse(path: string, message: string): never {
  throw new Refusal('VALIDATION_FAILED', 'The mail server is not complete.', { issues: [{ path, message }] });
}

const conflict = () => new Refusal('CONFLICT', 'Someone else changed the mail server.');
