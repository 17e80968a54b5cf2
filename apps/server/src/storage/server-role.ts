import { sql } from 'kysely';
import { z } from 'zod';
import { type Database, databaseUp, migrate, openDatabase } from './database.ts';

/** The database as the server works with it, and as the role that the tables belong to. */
export interface ServerDatabase {
  readonly db: Database;
  /** For what only the owner of the tables may: migrations, and erasing what was deleted. The same where one role does all. */
  readonly owner: Database;
  /** Names of the migrations that ran. */
  readonly migrations: readonly string[];
  close(): Promise<void>;
}

/**
 * Brings the tables to the newest migration as their owner, gives the role of `url` what a server needs of them, and goes
 * on as that role: what someone smuggles into a statement can then neither change the tables nor the audit log. Without
 * `ownerUrl` the role of `url` does everything. Rejects when the database stays away or a migration fails.
 */
export async function openServerDatabase(given: {
  readonly url: string;
  readonly ownerUrl: string | undefined;
  readonly onIdleError: (error: Error) => void;
}): Promise<ServerDatabase> {
  const { url, ownerUrl, onIdleError } = given;
  const owner = openDatabase(ownerUrl ?? url, { onIdleError, ...(ownerUrl !== undefined && { connections: 2 }) });
  let db = owner;
  const close = async () => {
    await owner.destroy();
    if (db !== owner) await db.destroy();
  };
  try {
    await databaseUp(owner);
    const migrations = await migrate(owner);
    if (ownerUrl !== undefined) {
      await equipServerRole(owner, url);
      db = openDatabase(url, { onIdleError });
      await databaseUp(db);
    }
    return { db, owner, migrations, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Tables that the server reads, and adds to at most. All others it reads and writes as it likes. */
const narrow: Readonly<Record<string, string>> = {
  'public.audit_chain': 'select',
  'public.audit_log': 'select, insert',
  'public.kysely_migration': 'select',
  'public.kysely_migration_lock': 'select',
};

/**
 * Gives the role that `url` names what a server needs at run time, and takes away what it has beyond that; makes the role,
 * with the password of `url`, where there is none. Rejects when `owner` may not.
 */
async function equipServerRole(owner: Database, url: string): Promise<void> {
  const { username, password } = new URL(url);
  const [name, secret] = [decodeURIComponent(username), decodeURIComponent(password)];
  if (name === '') throw new Error('DATABASE_URL names no role, and DATABASE_OWNER_URL is set.');
  const role = sql.id(name);
  await owner.transaction().execute(async (trx) => {
    // Several servers may start at once, and PostgreSQL takes no two changes of one table's rights.
    await sql`select pg_advisory_xact_lock(hashtext('sidetone'), hashtext('server role'))`.execute(trx);
    // What is taken from the owner would be missing at the next migration.
    const owns = await sql`select where current_user = ${name}`.execute(trx);
    if (owns.rows.length > 0) throw new Error('DATABASE_URL and DATABASE_OWNER_URL name the same role.');
    const found = await sql`select from pg_roles where rolname = ${name}`.execute(trx);
    if (found.rows.length === 0) {
      await sql`create role ${role} login password ${sql.lit(secret)}
        nosuperuser nocreatedb nocreaterole noinherit noreplication nobypassrls`.execute(trx);
    }
    // Extensions and others may have put relations of their own there.
    const { rows } = await sql`
      select nspname as schema, relname as name, relkind as kind
      from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where nspname in ('public', 'pgboss') and relkind in ('r', 'p', 'S')
        and pg_has_role(current_user, relowner, 'usage')`.execute(trx);
    await sql`grant usage on schema pgboss to ${role}`.execute(trx);
    for (const { schema, name: relation, kind } of z.array(relationShape).parse(rows)) {
      const [what, may] =
        kind === 'S'
          ? [sql`sequence`, 'select, usage']
          : [sql`table`, narrow[`${schema}.${relation}`] ?? 'select, insert, update, delete'];
      await sql`revoke all on ${what} ${sql.table(`${schema}.${relation}`)} from ${role}`.execute(trx);
      await sql`grant ${sql.raw(may)} on ${what} ${sql.table(`${schema}.${relation}`)} to ${role}`.execute(trx);
    }
  });
}

const relationShape = z.object({ schema: z.string(), name: z.string(), kind: z.enum(['r', 'p', 'S']) });
