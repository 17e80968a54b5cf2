import { deskPhoneName } from '@sidetone/contract/entities/admin-device.ts';
import { z } from 'zod';
import { addDeskPhone, removeDevice } from '../features/administration/devices/desk-phones.ts';
import { columns } from '../supervisor/columns.ts';
import { howToCall } from '../supervisor/how-to-call.ts';
import { lanAddresses } from '../supervisor/lan-addresses.ts';
import { type Command, CommandError } from './command.ts';
import { findUser } from './find-user.ts';
import { inCompany, read, told } from './told.ts';

const addPhone: Command = {
  name: 'phone add',
  usage: 'phone add --user <email or extension> [--name <what to call it>] [--json]',
  about: 'add a desk phone for a user, and print its settings',
  options: {
    user: { needed: true, takesValue: true },
    name: { needed: false, takesValue: true },
    json: { needed: false, takesValue: false },
  },
  words: 0,
  async run({ config, db, box }, { options }) {
    const user = await findUser(db, options['user'] ?? '');
    const { name } = read(z.object({ name: deskPhoneName }), { name: options['name'] ?? 'Desk phone' });
    const outside = lanAddresses(config.host)[0];
    const host = outside ?? '127.0.0.1';
    const reach = outside === undefined ? ('thisMachine' as const) : ('others' as const);
    const server = `${host.includes(':') ? `[${host}]` : host}:${config.sipPort}`;
    const sipServer = { server: host, reach, transports: [{ transport: 'udp' as const, port: config.sipPort }] };
    const by = inCompany(user.accountId);
    const { settings } = await told(addDeskPhone({ db, box, sipServer }, by, { userId: user.id, name }));
    const { username } = settings;
    const password = settings.password ?? '';
    if (options['json']) return JSON.stringify({ username, password, server, user: user.email, name });
    const account = `<sip:${username}@${server};transport=udp>;auth_pass=${password};answermode=manual`;
    return [
      `A phone for ${user.name}. Enter these settings on it. The password is shown only once.`,
      '',
      ...columns([
        ['  SIP server', server],
        ['  User name', username],
        ['  Password', password],
        ['  Transport', 'UDP or TCP'],
      ]),
      '',
      'For baresip, a line in ~/.baresip/accounts:',
      `  ${account}`,
    ].join('\n');
  },
};

const listPhones: Command = {
  name: 'phone list',
  usage: 'phone list',
  about: 'list all desk phones',
  options: {},
  words: 0,
  async run({ db }) {
    const all = await db
      .selectFrom('endpoints')
      .innerJoin('users', 'users.id', 'endpoints.user_id')
      .select(['endpoints.alias', 'endpoints.sip_username as username', 'users.email'])
      .where('endpoints.kind', '=', 'phone')
      .orderBy('endpoints.created_at')
      .orderBy('endpoints.id')
      .execute();
    if (all.length === 0) return `There is no desk phone yet: ${howToCall()} phone add --user <email or extension>`;
    return columns(all.map(({ username, alias, email }) => [username, email, alias])).join('\n');
  },
};

const removePhone: Command = {
  name: 'phone remove',
  usage: 'phone remove <user name of the phone>',
  about: 'remove a desk phone; it can no longer register',
  options: {},
  words: 1,
  async run({ db }, { words: [username = ''] }) {
    const phone = await db
      .selectFrom('endpoints')
      .select(['id', 'account_id'])
      .where('sip_username', '=', username)
      .where('kind', '=', 'phone')
      .executeTakeFirst();
    if (!phone) throw new CommandError(`There is no phone ${username}.`);
    await told(removeDevice(db, inCompany(phone.account_id), phone.id));
    return `Phone ${username} removed.`;
  },
};

export const phoneCommands: readonly Command[] = [addPhone, listPhones, removePhone];
