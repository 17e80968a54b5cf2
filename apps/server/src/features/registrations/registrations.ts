import type { Database } from '../../storage/database.ts';
import type { Registration, Registrations } from './ports.ts';

/** The bindings of one node in SQL. `epoch` is the node's, as it claimed its name at its start. */
export function registrations({ db, node, epoch }: { db: Database; node: string; epoch: number }): Registrations {
  return {
    async load() {
      // A phone on UDP answers at its old address whoever asks; a connection is gone with the process that had it.
      await db
        .deleteFrom('registrations')
        .where('node', '=', node)
        .where((row) => row.or([row('transport', '!=', 'udp'), row('expires_at', '<=', new Date())]))
        .execute();
      const rows = await db
        .updateTable('registrations')
        .set({ epoch })
        .where('node', '=', node)
        .returningAll()
        .execute();
      return rows.map((row) => ({
        id: row.id,
        endpointId: row.endpoint_id,
        userId: row.user_id,
        contactUri: row.contact_uri,
        transport: 'udp',
        remoteAddress: row.remote_address,
        remotePort: row.remote_port,
        instanceId: row.instance_id,
        regId: row.reg_id,
        path: row.path,
        callId: row.call_id,
        cseq: Number(row.cseq),
        userAgent: row.user_agent,
        expiresAt: row.expires_at,
        suspect: row.suspect,
      }));
    },

    async save(registration) {
      const values = { ...rowOf(registration), node, epoch };
      await db
        .insertInto('registrations')
        .values({ id: registration.id, ...values })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
        .execute();
    },

    async remove(ids) {
      if (ids.length === 0) return;
      await db
        .deleteFrom('registrations')
        .where('id', 'in', [...ids])
        .execute();
    },
  };
}

const rowOf = (registration: Registration) => ({
  endpoint_id: registration.endpointId,
  user_id: registration.userId,
  contact_uri: registration.contactUri,
  transport: registration.transport,
  remote_address: registration.remoteAddress,
  remote_port: registration.remotePort,
  instance_id: registration.instanceId,
  reg_id: registration.regId,
  path: [...registration.path],
  call_id: registration.callId,
  cseq: registration.cseq,
  user_agent: registration.userAgent,
  expires_at: registration.expiresAt,
  suspect: registration.suspect,
});
