import { inCompany } from '../../apps/server/src/cli/told.ts';
import { addDeskPhone } from '../../apps/server/src/features/administration/devices/desk-phones.ts';
import { openDatabase } from '../../apps/server/src/storage/database.ts';
import { sealingKey, secretBox } from '../../apps/server/src/storage/secret-box.ts';

/** A server on this machine, as far as phones of its people are concerned. */
interface PhoneServer {
  readonly dataFolder: string;
  readonly ports: { readonly sip: number };
  databaseUrl(): Promise<string>;
}

/** Gives someone a desk phone as the command line does, without a program of its own: what it signs in with. */
export async function addDeskPhoneOf(
  sidetone: PhoneServer,
  email: string,
  name: string,
): Promise<{ username: string; password: string }> {
  const db = openDatabase(await sidetone.databaseUrl(), { connections: 1 });
  try {
    const user = await db
      .selectFrom('users')
      .select(['id', 'account_id'])
      .where('email', '=', email)
      .executeTakeFirst();
    if (!user) throw new Error(`Nobody has the address ${email}`);
    const sipServer = {
      server: '127.0.0.1',
      reach: 'thisMachine' as const,
      transports: [{ transport: 'udp' as const, port: sidetone.ports.sip }],
    };
    const desk = { db, box: secretBox(sealingKey(sidetone.dataFolder)), sipServer };
    const { settings } = await addDeskPhone(desk, inCompany(user.account_id), { userId: user.id, name });
    return { username: settings.username, password: settings.password ?? '' };
  } finally {
    await db.destroy();
  }
}
