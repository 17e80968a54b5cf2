import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import type { Writer } from '../storage/writer.ts';

/** One binding of a SIP device to the place where it can be reached. */
export interface StoredRegistration {
  readonly id: string;
  readonly endpointId: string;
  readonly userId: string;
  readonly contactUri: string;
  readonly transport: 'udp' | 'tcp' | 'tls' | 'ws' | 'wss';
  readonly remoteAddress: string;
  readonly remotePort: number;
  readonly instanceId: string | null;
  readonly regId: number | null;
  readonly path: readonly string[];
  readonly sipCallId: string;
  readonly cseq: number;
  readonly userAgent: string | null;
  readonly expiresAt: Date;
  readonly suspect: boolean;
}

export interface RegistrationStore {
  load(): Promise<readonly StoredRegistration[]>;
  write(changes: { readonly saved: readonly StoredRegistration[]; readonly removed: readonly string[] }): Promise<void>;
}

/** Keeps the registrations of one node in the table that presence is read from. */
export function openRegistrationStore(
  db: Database,
  owner: { readonly node: string; readonly epoch: number },
): RegistrationStore {
  const { node, epoch } = owner;
  return {
    /** Phones on UDP and TCP can be reached as before a restart; others lost their connection with the last process. */
    async load() {
      return await db.transaction().execute(async (trx) => {
        await trx
          .deleteFrom('registrations')
          .where('node', '=', node)
          .where((or) => or.or([or('transport', 'in', ['ws', 'wss', 'tls']), or('expires_at', '<=', sql<Date>`now()`)]))
          .execute();
        const rows = await trx
          .updateTable('registrations')
          .set({ epoch, suspect: false })
          .where('node', '=', node)
          .returningAll()
          .execute();
        return rows.map((row) => ({ ...registrationOf(row), transport: row.transport }));
      });
    },
    async write({ saved, removed }) {
      if (removed.length === 0) await save(db, owner, saved);
      else {
        await db.transaction().execute(async (trx) => {
          await sql`delete from registrations where id = any(${[...removed]}::text[])`.execute(trx);
          await save(trx, owner, saved);
        });
      }
    },
  };
}

/** One statement, whose text is the same for any number of registrations. */
async function save(
  db: Writer,
  { node, epoch }: { readonly node: string; readonly epoch: number },
  saved: readonly StoredRegistration[],
): Promise<void> {
  if (saved.length === 0) return;
  const rows = saved.map((one) => ({
    id: one.id,
    endpoint_id: one.endpointId,
    user_id: one.userId,
    contact_uri: one.contactUri,
    transport: one.transport,
    remote_address: one.remoteAddress,
    remote_port: one.remotePort,
    instance_id: one.instanceId,
    reg_id: one.regId,
    path: one.path,
    call_id: one.sipCallId,
    cseq: one.cseq,
    user_agent: one.userAgent,
    expires_at: one.expiresAt,
    suspect: one.suspect,
  }));
  await sql`
    insert into registrations (${columns}, path, node, epoch)
    select ${columns}, array(select jsonb_array_elements_text(path)), ${node}, ${epoch}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as rows (
      id text, endpoint_id text, user_id text, contact_uri text, transport text, remote_address text,
      remote_port integer, instance_id text, reg_id integer, call_id text, cseq bigint, user_agent text,
      expires_at timestamptz, suspect boolean, path jsonb)
    on conflict (id) do update set (${columns}, path, node, epoch) = (${excluded}, excluded.path, excluded.node, excluded.epoch)`.execute(
    db,
  );
}

const names = [
  'id',
  'endpoint_id',
  'user_id',
  'contact_uri',
  'transport',
  'remote_address',
  'remote_port',
  'instance_id',
  'reg_id',
  'call_id',
  'cseq',
  'user_agent',
  'expires_at',
  'suspect',
];
const columns = sql.join(names.map((name) => sql.ref(name)));
const excluded = sql.join(names.map((name) => sql.ref(`excluded.${name}`)));

const registrationOf = (row: {
  id: string;
  endpoint_id: string;
  user_id: string;
  contact_uri: string;
  remote_address: string;
  remote_port: number;
  instance_id: string | null;
  reg_id: number | null;
  path: string[];
  call_id: string;
  cseq: string;
  user_agent: string | null;
  expires_at: Date;
  suspect: boolean;
}): Omit<StoredRegistration, 'transport'> => ({
  id: row.id,
  endpointId: row.endpoint_id,
  userId: row.user_id,
  contactUri: row.contact_uri,
  remoteAddress: row.remote_address,
  remotePort: row.remote_port,
  instanceId: row.instance_id,
  regId: row.reg_id,
  path: row.path,
  sipCallId: row.call_id,
  cseq: Number(row.cseq),
  userAgent: row.user_agent,
  expiresAt: row.expires_at,
  suspect: row.suspect,
});
