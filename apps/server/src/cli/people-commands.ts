import { adminUserChange } from '@sidetone/contract/entities/admin-user.ts';
import { lineVoicemailChange } from '@sidetone/contract/entities/line-voicemail.ts';
import { setVoicemailOfLines } from '../features/administration/channels/line-voicemail.ts';
import { readUsers } from '../features/administration/users/user-documents.ts';
import {
  changeUser,
  deactivateUser,
  reactivateUser,
  removeUser,
  signOutUser,
} from '../features/administration/users/users.ts';
import type { Database } from '../storage/database.ts';
import { columns } from '../supervisor/columns.ts';
import { type Command, CommandError } from './command.ts';
import { findAccount } from './find-account.ts';
import { inCompany, read, told, value, yesOrNo } from './told.ts';

const list: Command = {
  name: 'user list',
  usage: 'user list [--user <email or extension of a user of the company>]',
  about: 'list the users of a company',
  options: { user: value },
  words: 0,
  async run({ db }, { options }) {
    const users = await readUsers(db, await findAccount(db, options['user']));
    return columns(
      users.map((user) => [
        user.email,
        `${user.firstName} ${user.lastName}`,
        user.extensions.join(', '),
        user.state,
        user.admin ? 'administrator' : user.roles.join(', '),
      ]),
    ).join('\n');
  },
};

const change: Command = {
  name: 'user change',
  usage:
    'user change <email> [--first <name>] [--last <name>] [--email <email>] [--locale de|en] [--admin yes|no] [--roles <people|numbers|queues|reports,…|none>] [--grants <GRANT,…|none>]',
  about: 'change a user; options left out stay as they are',
  options: { first: value, last: value, email: value, locale: value, admin: value, roles: value, grants: value },
  words: 1,
  async run({ db }, { words: [who = ''], options }) {
    const { id, accountId, name } = await anybody(db, who);
    const { grants, roles } = options;
    const wanted = read(adminUserChange, {
      firstName: options['first'],
      lastName: options['last'],
      email: options['email'],
      locale: options['locale'],
      admin: yesOrNo('admin', options['admin']),
      roles: roles === undefined ? undefined : roles === 'none' ? [] : roles.split(','),
      grants: grants === undefined ? undefined : grants === 'none' ? [] : grants.split(','),
    });
    await told(changeUser(db, inCompany(accountId), id, wanted));
    return `${name} changed.`;
  },
};

const voicemail: Command = {
  name: 'user voicemail',
  usage:
    'user voicemail <email,…|all> [--enabled yes|no] [--ring-seconds <5…120>] [--user <email or extension of a user of the company>]',
  about: 'switch the voicemail of private channels on or off',
  options: { enabled: value, 'ring-seconds': value, user: value },
  words: 1,
  async run({ db }, { words: [who = ''], options }) {
    const seconds = options['ring-seconds'];
    const wanted = read(lineVoicemailChange, {
      enabled: yesOrNo('enabled', options['enabled']),
      ringSeconds: seconds === undefined ? undefined : Number(seconds),
    });
    const people = who === 'all' ? [] : await Promise.all(who.split(',').map((one) => anybody(db, one.trim())));
    const accountId = people[0]?.accountId ?? (await findAccount(db, options['user']));
    const userIds = who === 'all' ? null : people.map(({ id }) => id);
    const done = await told(setVoicemailOfLines(db, inCompany(accountId), { userIds, voicemail: wanted }));
    const stayed =
      done.sentElsewhere === 0 ? '' : ` ${done.sentElsewhere} left as they were: their calls are forwarded.`;
    return `${done.changed} ${done.changed === 1 ? 'channel' : 'channels'} changed.${stayed}`;
  },
};

/** A command that does one thing to one person. */
const toSomebody = (
  word: string,
  about: string,
  work: (db: Database, accountId: string, userId: string) => Promise<unknown>,
  done: (name: string) => string,
): Command => ({
  name: `user ${word}`,
  usage: `user ${word} <email>`,
  about,
  options: {},
  words: 1,
  async run({ db }, { words: [who = ''] }) {
    const { id, accountId, name } = await anybody(db, who);
    await told(work(db, accountId, id));
    return done(name);
  },
});

export const peopleCommands: readonly Command[] = [
  list,
  change,
  voicemail,
  toSomebody(
    'deactivate',
    'block sign-in and calls for a user',
    (db, accountId, id) => deactivateUser(db, inCompany(accountId), id),
    (name) => `${name} is deactivated.`,
  ),
  toSomebody(
    'reactivate',
    'allow sign-in and calls again',
    (db, accountId, id) => reactivateUser(db, inCompany(accountId), id),
    (name) => `${name} can sign in again.`,
  ),
  toSomebody(
    'remove',
    'permanently delete a deactivated user and their private calls',
    (db, accountId, id) => removeUser(db, inCompany(accountId), id),
    (name) => `${name} deleted.`,
  ),
  toSomebody(
    'sign-out',
    'end all sessions of a user',
    (db, accountId, id) => signOutUser(db, inCompany(accountId), id),
    (name) => `${name} is signed out everywhere.`,
  ),
];

/** The person with this e-mail address, deactivated or not. */
const anybody = async (db: Database, email: string) => {
  const row = await db
    .selectFrom('users')
    .select(['id', 'account_id', 'first_name', 'last_name'])
    .where((user) => user(user.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .executeTakeFirst();
  if (!row) throw new CommandError(`No user has the address ${email}.`);
  return { id: row.id, accountId: row.account_id, name: `${row.first_name} ${row.last_name}`.trim() };
};
