import { type MadeLink, newUser } from '@sidetone/contract/entities/admin-user.ts';
import { pino } from 'pino';
import type { Config } from '../config.ts';
import { makeResetLink, resendInvitation, withdrawInvitation } from '../features/administration/users/invitations.ts';
import { linkPost } from '../features/administration/users/send-link.ts';
import { addUser, type UserDesk } from '../features/administration/users/users.ts';
import { signInThrottle } from '../identity/throttle.ts';
import { linkPlaceAt } from '../link-places.ts';
import { operatorAlone } from '../mail/mail-servers.ts';
import { smtpMailer } from '../mail/mailer.ts';
import type { Database } from '../storage/database.ts';
import { columns } from '../supervisor/columns.ts';
import { type Command, CommandError } from './command.ts';
import { findUser } from './find-user.ts';
import { commandLine, inCompany, mark, needed, read, told, value } from './told.ts';

const invite: Command = {
  name: 'invitation add',
  usage:
    'invitation add --email <email> --first <name> --last <name> [--extension <digits>] [--locale de|en] [--admin] [--channel <name>,…] [--user <email or extension of a user of the company>]',
  about: 'invite a user by email, or print the link if the server sends no email',
  options: {
    email: needed,
    first: needed,
    last: needed,
    extension: value,
    locale: value,
    admin: mark,
    channel: value,
    user: value,
  },
  words: 0,
  async run({ db, config }, { options }) {
    const by = await commandLine(db, options['user']);
    const about = read(newUser, {
      email: options['email'],
      firstName: options['first'],
      lastName: options['last'],
      extension: options['extension'],
      locale: options['locale'],
      admin: 'admin' in options,
      channelIds: await channelsNamed(db, by.accountId, options['channel']),
    });
    const { extension, invitation } = await told(addUser(deskOf(db, config), by, about));
    return `${about.firstName} ${about.lastName} has the extension ${extension}. ${invitation ? inWords(invitation) : ''}`;
  },
};

const list: Command = {
  name: 'invitation list',
  usage: 'invitation list',
  about: 'list invited users who have not signed in yet',
  options: {},
  words: 0,
  async run({ db }) {
    const rows = await db
      .selectFrom('one_time_links')
      .innerJoin('users', 'users.id', 'one_time_links.user_id')
      .select(['users.email', 'users.first_name', 'users.last_name', 'expires_at', 'delivery'])
      .where('kind', '=', 'invitation')
      .orderBy('one_time_links.created_at')
      .execute();
    if (rows.length === 0) return 'Nobody is invited.';
    return columns(
      rows.map((row) => [
        row.email,
        `${row.first_name} ${row.last_name}`,
        `mail ${row.delivery}`,
        `until ${row.expires_at.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
      ]),
    ).join('\n');
  },
};

const resend: Command = {
  name: 'invitation resend',
  usage: 'invitation resend <email>',
  about: 'invite a user again with a new link',
  options: {},
  words: 1,
  async run({ db, config }, { words: [who = ''] }) {
    const { id, accountId } = await findUser(db, who);
    return inWords(await told(resendInvitation(throttledDesk(db, config), inCompany(accountId), id)));
  },
};

const withdraw: Command = {
  name: 'invitation withdraw',
  usage: 'invitation withdraw <email>',
  about: 'withdraw an invitation and remove the invited user',
  options: {},
  words: 1,
  async run({ db }, { words: [who = ''] }) {
    const { id, accountId, email } = await findUser(db, who);
    await told(withdrawInvitation(db, inCompany(accountId), id));
    return `Invitation of ${email} withdrawn.`;
  },
};

const resetLink: Command = {
  name: 'password link',
  usage: 'password link --user <email or extension>',
  about: 'create a link to choose a new password, sent by email if the server sends email',
  options: { user: needed },
  words: 0,
  async run({ db, config }, { options }) {
    const { id, accountId } = await findUser(db, options['user'] ?? '');
    return inWords(await told(makeResetLink(throttledDesk(db, config), inCompany(accountId), id)));
  },
};

export const invitationCommands: readonly Command[] = [invite, list, resend, withdraw, resetLink];

/** What people are added with; links lead to `PUBLIC_URL`, or to where others reach this machine. */
export const deskOf = (db: Database, config: Config): UserDesk => ({
  db,
  post: linkPost({
    db,
    servers: operatorAlone(config.mail ? smtpMailer(config.mail) : null),
    log: pino({ level: 'silent' }),
  }),
  place: linkPlaceAt(config, null)(null),
});

const throttledDesk = (db: Database, config: Config) => ({ ...deskOf(db, config), throttle: signInThrottle(db) });

/** What to do with a link, in words. */
export const inWords = ({ url, delivery, expiresAt, reach }: MadeLink): string => {
  const until = `${expiresAt.slice(0, 16).replace('T', ' ')} UTC`;
  const where =
    reach === 'others'
      ? ''
      : 'It works on this machine only. Start the server with "npm start -- --lan" or set PUBLIC_URL, then create a new link.\n';
  if (url === null) return `The link was sent by email; it works until ${until}.\n${where}`.trimEnd();
  const handed = delivery === 'failed' ? 'The email was not accepted. Pass' : 'Pass';
  return `${handed} this link on; it works once, until ${until}:\n${where}${url}`;
};

const channelsNamed = async (db: Database, accountId: string, names: string | undefined): Promise<string[]> => {
  const wanted = (names ?? '').split(',').filter((name) => name !== '');
  const rows = await db
    .selectFrom('channels')
    .select(['id', 'name'])
    .where('account_id', '=', accountId)
    .where('type', '=', 'acd')
    .execute();
  return wanted.map((name) => {
    const row = rows.find((channel) => channel.name?.toLowerCase() === name.trim().toLowerCase());
    if (!row) throw new CommandError(`There is no channel ${name}.`);
    return row.id;
  });
};
