import { randomInt } from 'node:crypto';
import { newUser } from '@sidetone/contract/entities/admin-user.ts';
import { changeAccount } from '../features/administration/company/account.ts';
import { resetSecondFactor } from '../features/administration/users/reset-second-factor.ts';
import { addUser } from '../features/administration/users/users.ts';
import { endSessions } from '../identity/end-sessions.ts';
import { hashPassword } from '../identity/passwords.ts';
import { audit } from '../requests/audit.ts';
import { readDemoSignIns, writeDemoSignIns } from '../storage/demo-sign-ins.ts';
import { describeSignIns } from '../supervisor/welcome.ts';
import type { Command } from './command.ts';
import { findUser } from './find-user.ts';
import { deskOf } from './invitation-commands.ts';
import { commandLine, inCompany, read, told, value } from './told.ts';

const addOne: Command = {
  name: 'user add',
  usage: 'user add --email <email> --first <name> --last <name> [--extension <digits>] [--locale de|en] [--admin]',
  about: 'add a user, and print a first password',
  options: {
    email: { needed: true, takesValue: true },
    first: { needed: true, takesValue: true },
    last: { needed: true, takesValue: true },
    extension: { needed: false, takesValue: true },
    locale: { needed: false, takesValue: true },
    admin: { needed: false, takesValue: false },
  },
  words: 0,
  async run({ db, config }, { options }) {
    const password = newPassword();
    const about = read(newUser, {
      email: options['email'],
      firstName: options['first'],
      lastName: options['last'],
      password,
      extension: options['extension'],
      locale: options['locale'] ?? 'en',
      admin: 'admin' in options,
    });
    const made = await told(addUser(deskOf(db, config), await commandLine(db), about));
    return `${about.firstName} ${about.lastName}, extension ${made.extension}. Sign in: ${about.email}   ${password}`;
  },
};

const resetPassword: Command = {
  name: 'password reset',
  usage: 'password reset --user <email or extension>',
  about: 'set a new password for a user and end their sessions',
  options: { user: { needed: true, takesValue: true } },
  words: 0,
  async run({ config, db }, { options }) {
    const user = await findUser(db, options['user'] ?? '');
    const password = newPassword();
    const passwordHash = await hashPassword(password);
    await db.transaction().execute(async (trx) => {
      await trx.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', user.id).execute();
      // A person who knew the old one may be signed in with it.
      await endSessions(trx, user.id);
      await audit(trx, {
        accountId: user.accountId,
        actorUserId: null,
        action: 'user.passwordChanged',
        target: user.id,
      });
    });
    const demo = readDemoSignIns(config.dataDir);
    if (demo.some(({ email }) => email === user.email)) {
      writeDemoSignIns(
        config.dataDir,
        demo.map((signIn) => (signIn.email === user.email ? { ...signIn, password } : signIn)),
      );
    }
    return `The new password of ${user.name} (${user.email}): ${password}`;
  },
};

const resetSecond: Command = {
  name: 'second-factor reset',
  usage: 'second-factor reset --user <email or extension>',
  about: 'remove the authenticator app, recovery codes and passkeys of a user who lost them',
  options: { user: { needed: true, takesValue: true } },
  words: 0,
  async run({ db }, { options }) {
    const user = await findUser(db, options['user'] ?? '');
    await told(resetSecondFactor(db, inCompany(user.accountId), user.id));
    return `${user.name} (${user.email}) signs in with the password alone now, or sets up a second proof where the company asks for one.`;
  },
};

const openAdministration: Command = {
  name: 'administration open',
  usage: 'administration open [--user <email or extension>]',
  about: 'let administrators of a company work from every network again',
  options: { user: value },
  words: 0,
  async run({ db }, { options }) {
    await told(changeAccount(db, await commandLine(db, options['user']), { signIn: { adminNetworks: [] } }));
    return 'Administrators may work from every network again.';
  },
};

const signIns: Command = {
  name: 'sign-ins',
  usage: 'sign-ins',
  about: 'list the people of the demo company and their passwords',
  options: {},
  words: 0,
  async run({ config }) {
    const demo = readDemoSignIns(config.dataDir);
    return demo.length === 0 ? 'This data folder has no demo company.' : describeSignIns(demo).join('\n');
  },
};

const databaseUrl: Command = {
  name: 'database-url',
  usage: 'database-url',
  about: 'the address of the database, for psql and the like',
  options: {},
  words: 0,
  async run({ databaseUrl: url }) {
    return url;
  },
};

const newPassword = (): string => {
  const alphabet = 'abcdefghijkmnpqrstuvwxyz2345678';
  return Array.from({ length: 14 }, () => alphabet[randomInt(alphabet.length)]).join('');
};

export const userCommands: readonly Command[] = [
  addOne,
  resetPassword,
  resetSecond,
  openAdministration,
  signIns,
  databaseUrl,
];
