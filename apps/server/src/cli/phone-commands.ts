import { PhoneError, phones } from '../features/phones/phones.ts';
import { columns } from '../supervisor/columns.ts';
import { lanAddresses } from '../supervisor/lan-addresses.ts';
import { type Command, CommandError } from './command.ts';
import { findUser } from './find-user.ts';

const addPhone: Command = {
  name: 'phone add',
  usage: 'phone add --user <e-mail or extension> [--name <what to call it>] [--json]',
  about: 'give somebody a desk phone; prints what to type into it',
  options: {
    user: { needed: true, takesValue: true },
    name: { needed: false, takesValue: true },
    json: { needed: false, takesValue: false },
  },
  words: 0,
  async run({ config, db, box }, { options }) {
    const user = await findUser(db, options['user'] ?? '');
    const phone = await phones(db, box).add(user.email, options['name'] ?? 'Desk phone');
    const host = lanAddresses(config.host)[0] ?? '127.0.0.1';
    const server = `${host.includes(':') ? `[${host}]` : host}:${config.sipPort}`;
    const { username, password } = phone;
    if (options['json']) return JSON.stringify({ username, password, server, user: user.email, name: phone.alias });
    const account = `<sip:${username}@${server};transport=udp>;auth_pass=${password};answermode=manual`;
    return [
      `A phone for ${user.name}. Type this into it; the password is shown only now.`,
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
  about: 'all desk phones',
  options: {},
  words: 0,
  async run({ db, box }) {
    const all = await phones(db, box).list();
    if (all.length === 0)
      return 'There is no desk phone yet: npm run sidetone -- phone add --user <e-mail or extension>';
    return columns(all.map(({ username, alias, email }) => [username, email, alias])).join('\n');
  },
};

const removePhone: Command = {
  name: 'phone remove',
  usage: 'phone remove <user name of the phone>',
  about: 'take a desk phone away; it cannot register any more',
  options: {},
  words: 1,
  async run({ db, box }, { words }) {
    const [username = ''] = words;
    try {
      await phones(db, box).remove(username);
    } catch (error) {
      if (error instanceof PhoneError) throw new CommandError(error.message);
      throw error;
    }
    return `The phone ${username} is gone.`;
  },
};

export const phoneCommands: readonly Command[] = [addPhone, listPhones, removePhone];
