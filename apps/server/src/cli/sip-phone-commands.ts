import { PhoneError } from '../features/phones/phone-error.ts';
import { sipPhones } from '../features/phones/sip-accounts.ts';
import { columns } from '../supervisor/columns.ts';
import { type Command, CommandError } from './command.ts';
import { findUser } from './find-user.ts';
import { passwordGiven } from './password-given.ts';

/** Never from the command line, which every user of the machine can read. */
const passwordVariable = 'SIP_PHONE_PASSWORD';

const addSipPhone: Command = {
  name: 'sip-phone add',
  usage:
    'sip-phone add <e-mail or extension> --registrar <host[:port] or SIP URI> --username <name> [--auth-username <name>] [--proxy <host[:port] or SIP URI>] [--number <+49…,+49…>] [--name <what to call it>]',
  about: 'register a SIP account of somebody of the classic generation at its provider; password on standard input',
  options: {
    registrar: { needed: true, takesValue: true },
    username: { needed: true, takesValue: true },
    'auth-username': { needed: false, takesValue: true },
    proxy: { needed: false, takesValue: true },
    number: { needed: false, takesValue: true },
    name: { needed: false, takesValue: true },
  },
  words: 1,
  async run({ db, box }, { words, options }) {
    const user = await findUser(db, words[0] ?? '');
    const numbers = (options['number'] ?? '').split(',').filter((number) => number !== '');
    const bad = numbers.find((number) => !/^\+[1-9][0-9]{1,14}$/.test(number));
    if (bad !== undefined) throw new CommandError(`${bad} is no number like +4969900091.`);
    const id = await sipPhones(db, box).add(user.email, {
      name: options['name'] ?? options['username'] ?? 'Phone',
      username: options['username'] ?? '',
      authUsername: options['auth-username'] ?? null,
      password: await passwordGiven(passwordVariable),
      registrar: options['registrar'] ?? '',
      outboundProxy: options['proxy'] ?? null,
      phoneNumbers: numbers.map((phoneNumber) => ({ phoneNumber, label: null })),
    });
    return `The phone ${id} of ${user.name} is registered at ${options['registrar']} from now on: sip-phone list tells how far it is.`;
  },
};

const listSipPhones: Command = {
  name: 'sip-phone list',
  usage: 'sip-phone list',
  about: 'all SIP accounts that this server registers elsewhere, and how far they are',
  options: {},
  words: 0,
  async run({ db, box }) {
    const all = await sipPhones(db, box).list();
    if (all.length === 0)
      return 'There is no SIP account yet: npm run sidetone -- sip-phone add <e-mail or extension> …';
    return columns(
      all.map(({ id, email, username, registrar, state, failure }) => [
        ...[id, email, `${username} at ${registrar}`, state],
        failure ?? '',
      ]),
    ).join('\n');
  },
};

const removeSipPhone: Command = {
  name: 'sip-phone remove',
  usage: 'sip-phone remove <id>',
  about: 'unregister a SIP account and forget it',
  options: {},
  words: 1,
  async run({ db, box }, { words: [id = ''] }) {
    try {
      await sipPhones(db, box).remove(id);
    } catch (error) {
      if (error instanceof PhoneError) throw new CommandError(error.message);
      throw error;
    }
    return `The phone ${id} is gone.`;
  },
};

export const sipPhoneCommands: readonly Command[] = [addSipPhone, listSipPhones, removeSipPhone];
