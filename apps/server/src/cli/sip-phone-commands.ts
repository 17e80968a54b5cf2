import { newSipAccount, sipAccountChange } from '@sidetone/contract/entities/sip-account.ts';
import { addSipAccount, changeSipAccount, removeSipAccount } from '../features/administration/devices/sip-accounts.ts';
import { innerRegistrars } from '../inner-registrars.ts';
import { reachOfPhones } from '../reach-of-phones.ts';
import { columns } from '../supervisor/columns.ts';
import { howToCall } from '../supervisor/how-to-call.ts';
import { type Command, CommandError, type CommandGround } from './command.ts';
import { findUser } from './find-user.ts';
import { passwordGiven } from './password-given.ts';
import { inCompany, needed, read, told, value } from './told.ts';

/** Never from the command line, which every user of the machine can read. */
const passwordVariable = 'SIP_PHONE_PASSWORD';

const addSipPhone: Command = {
  name: 'sip-phone add',
  usage:
    'sip-phone add <email or extension> --registrar <host[:port] or SIP URI> --username <name> [--auth-username <name>] [--proxy <host[:port] or SIP URI>] [--number <+49…,+49…>] [--name <what to call it>]',
  about: 'register a SIP account of a user of the classic generation at its provider; password on standard input',
  options: {
    registrar: needed,
    username: needed,
    'auth-username': value,
    proxy: value,
    number: value,
    name: value,
  },
  words: 1,
  async run(ground, { words, options }) {
    const user = await findUser(ground.db, words[0] ?? '');
    const about = read(newSipAccount, {
      ...aboutOf(options),
      userId: user.id,
      name: options['name'] ?? options['username'],
      password: await passwordGiven(passwordVariable),
    });
    const id = await told(addSipAccount(deskOf(ground), inCompany(user.accountId), about));
    return `Phone ${id} of ${user.name} is being registered at ${about.registrar}. See its state with: sip-phone list`;
  },
};

const changeSipPhone: Command = {
  name: 'sip-phone set',
  usage:
    'sip-phone set <id> [--user <email or extension>] [--registrar <host[:port] or SIP URI>] [--username <name>] [--auth-username <name>] [--proxy <host[:port] or SIP URI>|none] [--number <+49…,+49…>] [--caller-id <+49…>|anonymous|suppressed|account] [--name <what to call it>] [--password]',
  about: 'change a SIP account or assign it to another user; with --password, a new one on standard input',
  options: {
    user: value,
    registrar: value,
    username: value,
    'auth-username': value,
    proxy: value,
    number: value,
    'caller-id': value,
    name: value,
    password: { needed: false, takesValue: false },
  },
  words: 1,
  async run(ground, { words: [id = ''], options }) {
    const accountId = await companyOf(ground, id);
    const { user, 'caller-id': callerId } = options;
    const about = read(sipAccountChange, {
      ...aboutOf(options),
      userId: user === undefined ? undefined : (await findUser(ground.db, user)).id,
      name: options['name'],
      callerId: callerId === 'account' ? null : callerId,
      password: options['password'] === undefined ? undefined : await passwordGiven(passwordVariable),
    });
    await told(changeSipAccount(deskOf(ground), inCompany(accountId), id, about));
    return `Phone ${id} changed.`;
  },
};

const listSipPhones: Command = {
  name: 'sip-phone list',
  usage: 'sip-phone list',
  about: 'list the SIP accounts that this server registers elsewhere, and their state',
  options: {},
  words: 0,
  async run({ db }) {
    const all = await db
      .selectFrom('phones')
      .innerJoin('users', 'users.id', 'phones.user_id')
      .select(['phones.id', 'phones.username', 'phones.registrar', 'phones.state', 'phones.failure', 'users.email'])
      .orderBy('phones.created_at')
      .orderBy('phones.id')
      .execute();
    if (all.length === 0) return `There is no SIP account yet: ${howToCall()} sip-phone add <email or extension> …`;
    return columns(
      all.map(({ id, email, username, registrar, state, failure }) => [
        id,
        email,
        `${username} at ${registrar}`,
        state,
        failure ?? '',
      ]),
    ).join('\n');
  },
};

const removeSipPhone: Command = {
  name: 'sip-phone remove',
  usage: 'sip-phone remove <id>',
  about: 'unregister and delete a SIP account',
  options: {},
  words: 1,
  async run(ground, { words: [id = ''] }) {
    await told(removeSipAccount(ground.db, inCompany(await companyOf(ground, id)), id));
    return `Phone ${id} removed.`;
  },
};

export const sipPhoneCommands: readonly Command[] = [addSipPhone, changeSipPhone, listSipPhones, removeSipPhone];

const deskOf = ({ config, db, box }: CommandGround) => ({
  db,
  box,
  findInnerRegistrar: innerRegistrars(reachOfPhones(config)),
});

/** What `add` and `set` are told alike; what is missing is undefined. */
const aboutOf = (options: Readonly<Record<string, string>>) => ({
  registrar: options['registrar'],
  username: options['username'],
  authUsername: options['auth-username'],
  outboundProxy: options['proxy'] === 'none' ? null : options['proxy'],
  phoneNumbers: options['number']
    ?.split(',')
    .filter((number) => number !== '')
    .map((phoneNumber) => ({ phoneNumber })),
});

/** Throws `CommandError` where there is no such phone. */
async function companyOf({ db }: CommandGround, id: string): Promise<string> {
  const phone = await db.selectFrom('phones').select('account_id').where('id', '=', id).executeTakeFirst();
  if (!phone) throw new CommandError(`There is no phone ${id}.`);
  return phone.account_id;
}
