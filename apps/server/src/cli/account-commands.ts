import { adminAccountChange } from '@sidetone/contract/entities/admin-account.ts';
import { flagNames, flags } from '@sidetone/contract/entities/flags.ts';
import { changeAccount } from '../features/administration/company/account.ts';
import { scopesOf } from '../features/administration/company/account-documents.ts';
import { readAuditLog } from '../features/administration/company/audit-log.ts';
import { columns } from '../supervisor/columns.ts';
import { type Command, CommandError } from './command.ts';
import { findAccount } from './find-account.ts';
import { commandLine, read, told, value } from './told.ts';

const ofCompany = '[--user <email or extension of a user of the company>]';

const listFlags: Command = {
  name: 'flag list',
  usage: `flag list ${ofCompany}`,
  about: 'list the features that are on in a company',
  options: { user: value },
  words: 0,
  async run({ db }, { options }) {
    const accountId = await findAccount(db, options['user']);
    const row = await db.selectFrom('accounts').select('flags').where('id', '=', accountId).executeTakeFirstOrThrow();
    const now = flags.parse(row.flags);
    return columns(flagNames.map((name) => [name, now[name] ? 'on' : 'off'])).join('\n');
  },
};

const setFlag: Command = {
  name: 'flag set',
  usage: `flag set <name> on|off ${ofCompany}`,
  about: 'switch a feature on or off in a company',
  options: { user: value },
  words: 2,
  async run({ db }, { words: [name = '', state = ''], options }) {
    if (state !== 'on' && state !== 'off') throw new CommandError('A flag is on or off.');
    const change = read(adminAccountChange, { flags: { [name]: state === 'on' } });
    await told(changeAccount(db, await commandLine(db, options['user']), change));
    return `${name} is ${state}.`;
  },
};

const audit: Command = {
  name: 'audit',
  usage: `audit [--limit <count>] [--action <action>] ${ofCompany}`,
  about: 'list changes and refusals, newest first',
  options: { limit: value, action: value, user: value },
  words: 0,
  async run({ db }, { options }) {
    const limit = Number(options['limit'] ?? 50);
    if (!Number.isInteger(limit) || limit < 1 || limit > 500) throw new CommandError('--limit is 1 to 500.');
    const accountId = await findAccount(db, options['user']);
    const { entries } = await readAuditLog(db, await scopesOf(db, accountId), { limit });
    const wanted = entries.filter(({ action }) => options['action'] === undefined || action === options['action']);
    if (wanted.length === 0) return 'The audit log has no such entries.';
    return columns(
      wanted.map((entry) => [
        entry.at.slice(0, 19).replace('T', ' '),
        entry.action,
        entry.actorUserId ?? 'server',
        entry.target ?? '',
        JSON.stringify(entry.detail),
      ]),
    ).join('\n');
  },
};

export const accountCommands: readonly Command[] = [listFlags, setFlag, audit];
