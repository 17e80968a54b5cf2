import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';

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
  save(registration: StoredRegistration): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
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
    async save(registration) {
      const values = {
        endpoint_id: registration.endpointId,
        user_id: registration.userId,
        contact_uri: registration.contactUri,
        transport: registration.transport,
        remote_address: registration.remoteAddress,
        remote_port: registration.remotePort,
        instance_id: registration.instanceId,
        reg_id: registration.regId,
        path: [...registration.path],
        call_id: registration.sipCallId,
        cseq: registration.cseq,
        user_agent: registration.userAgent,
        node,
        epoch,
        expires_at: registration.expiresAt,
        suspect: registration.suspect,
      };
      await db
        .insertInto('registrations')
        .values({ id: registration.id, ...values })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
        .execute();
    },
    async remove(ids) {
      if (ids.length > 0)
        await db
          .deleteFrom('registrations')
          .where('id', 'in', [...ids])
          .execute();
    },
  };
}

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
