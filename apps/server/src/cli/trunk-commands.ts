import { newTrunk } from '@sidetone/contract/entities/trunk.ts';
import { addTrunk, removeTrunk } from '../features/administration/devices/trunks.ts';
import { innerTrunkHosts } from '../inner-trunk-hosts.ts';
import { privateHosts } from '../network/private-hosts.ts';
import { Refusal } from '../requests/refusal.ts';
import { columns } from '../supervisor/columns.ts';
import { howToCall } from '../supervisor/how-to-call.ts';
import { type Command, CommandError } from './command.ts';
import { findAccount } from './find-account.ts';
import { passwordGiven } from './password-given.ts';

/** Never from the command line, which every user of the machine can read. */
const passwordVariable = 'TRUNK_PASSWORD';

const value = { needed: false, takesValue: true } as const;

const addOne: Command = {
  name: 'trunk add',
  usage:
    'trunk add --name <what to call it> --host <host or address> [--port <port>] [--transport udp|tcp|tls] [--username <name> [--auth-username <name>]] [--proxy <host[:port] or SIP URI>] [--priority <0 to 999>] [--from <address or network>,…] [--number-form e164|digits|national] [--show <+49…>] [--caller-id from|assertedIdentity|preferredIdentity] [--called-number requestUri|to|calledPartyId] [--srtp off|offer|require] [--max-calls <count>] [--emergency] [--user <email or extension>]',
  about: 'connect a SIP trunk; with a user name it registers, without one it is identified by its address',
  options: {
    name: { needed: true, takesValue: true },
    host: { needed: true, takesValue: true },
    port: value,
    transport: value,
    username: value,
    'auth-username': value,
    proxy: value,
    priority: value,
    from: value,
    'number-form': value,
    show: value,
    'caller-id': value,
    'called-number': value,
    'forwarded-as': value,
    srtp: value,
    'max-calls': value,
    emergency: { needed: false, takesValue: false },
    user: value,
  },
  words: 0,
  async run({ config, db, box }, { options }) {
    const { username } = options;
    const about = {
      name: options['name'],
      host: options['host'],
      kind: username === undefined ? 'address' : 'registration',
      port: numberIn(options['port']),
      priority: numberIn(options['priority']),
      maxCalls: numberIn(options['max-calls']),
      transport: options['transport'],
      username,
      authUsername: options['auth-username'],
      outboundProxy: options['proxy'],
      sourceAddresses: options['from']?.split(','),
      numberForm: options['number-form'],
      fixedNumber: options['show'],
      callerIdIn: options['caller-id'],
      calledNumberIn: options['called-number'],
      forwardedAs: options['forwarded-as'],
      srtp: options['srtp'],
      isEmergency: options['emergency'] !== undefined,
      password: username === undefined ? null : await passwordGiven(passwordVariable),
    };
    const read = newTrunk.safeParse(Object.fromEntries(Object.entries(about).filter(([, one]) => one !== undefined)));
    if (!read.success) {
      throw new CommandError(read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'));
    }
    const by = { accountId: await findAccount(db, options['user']), userId: null, address: null };
    const findInnerHost = innerTrunkHosts(privateHosts(config.integrationPrivateHosts));
    const { id, name } = await told(addTrunk({ db, box, findInnerHost }, by, read.data));
    return `Trunk ${id} (${name}) is being connected. See its state with: trunk list`;
  },
};

const list: Command = {
  name: 'trunk list',
  usage: 'trunk list',
  about: 'list all trunks in the order that calls use them, and their state',
  options: {},
  words: 0,
  async run({ db }) {
    const rows = await db
      .selectFrom('trunks')
      .innerJoin('accounts', 'accounts.id', 'trunks.account_id')
      .select(['trunks.id', 'trunks.name', 'trunks.host', 'port', 'transport', 'username', 'priority', 'is_emergency'])
      .select(['is_enabled', 'state', 'failure', 'accounts.name as company'])
      .orderBy('accounts.created_at')
      .orderBy('priority')
      .orderBy('trunks.created_at')
      .orderBy('trunks.id')
      .execute();
    if (rows.length === 0) return `There is no trunk yet: ${howToCall()} trunk add …`;
    return columns(
      rows.map((row) => {
        const place = `${row.host}${row.port === null ? '' : `:${row.port}`};${row.transport}`;
        return [
          row.id,
          row.company,
          row.name,
          row.username === null ? place : `${row.username} at ${place}`,
          `priority ${row.priority}${row.is_emergency ? ', emergency' : ''}`,
          row.is_enabled ? row.state : 'off',
          row.failure ?? '',
        ];
      }),
    ).join('\n');
  },
};

const remove: Command = {
  name: 'trunk remove',
  usage: 'trunk remove <id>',
  about: 'unregister and delete a trunk; calls in progress continue',
  options: {},
  words: 1,
  async run({ db }, { words: [id = ''] }) {
    const row = await db.selectFrom('trunks').select('account_id').where('id', '=', id).executeTakeFirst();
    if (!row) throw new CommandError(`There is no trunk ${id}.`);
    await told(removeTrunk(db, { accountId: row.account_id, userId: null, address: null }, id));
    return `Trunk ${id} removed.`;
  },
};

export const trunkCommands: readonly Command[] = [addOne, list, remove];

const numberIn = (text: string | undefined): number | undefined => (text === undefined ? undefined : Number(text));

/** What is refused is said in words. */
const told = async <T>(done: Promise<T>): Promise<T> => {
  try {
    return await done;
  } catch (error) {
    if (error instanceof Refusal) throw new CommandError(error.message);
    throw error;
  }
};
