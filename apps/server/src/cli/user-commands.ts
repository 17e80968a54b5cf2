import { randomInt } from 'node:crypto';
import { createUser } from '../identity/accounts.ts';
import { hashPassword } from '../identity/passwords.ts';
import { readDemoSignIns, writeDemoSignIns } from '../storage/demo-sign-ins.ts';
import { describeSignIns } from '../supervisor/welcome.ts';
import { type Command, CommandError } from './command.ts';
import { findUser } from './find-user.ts';

const addUser: Command = {
  name: 'user add',
  usage: 'user add --email <e-mail> --first <name> --last <name> [--extension <digits>] [--locale de|en] [--admin]',
  about: 'add a person; prints a first password',
  options: {
    email: { needed: true, takesValue: true },
    first: { needed: true, takesValue: true },
    last: { needed: true, takesValue: true },
    extension: { needed: false, takesValue: true },
    locale: { needed: false, takesValue: true },
    admin: { needed: false, takesValue: false },
  },
  words: 0,
  async run({ db }, { options }) {
    const { email = '', first: firstName = '', last: lastName = '', extension, locale = 'en' } = options;
    if (!/^[^@\s]+@[^@\s]+$/.test(email)) throw new CommandError(`${email} is no e-mail address.`);
    if (extension !== undefined && !/^[1-9]\d{0,4}$/.test(extension)) {
      throw new CommandError('An extension has one to five digits and does not begin with 0.');
    }
    if (locale !== 'de' && locale !== 'en') throw new CommandError('--locale is de or en.');
    const account = await db.selectFrom('accounts').select('id').orderBy('created_at').limit(1).executeTakeFirst();
    if (!account) throw new CommandError('There is no company yet: open Sidetone in a browser and set it up first.');
    const password = newPassword();
    const passwordHash = await hashPassword(password);
    const accountId = account.id;
    try {
      const made = await db.transaction().execute((trx) =>
        createUser(trx, {
          ...{ accountId, email, firstName, lastName, locale, passwordHash, admin: 'admin' in options },
          ...(extension === undefined ? {} : { extension }),
        }),
      );
      return `${firstName} ${lastName}, extension ${made.extension}. Sign in: ${email}   ${password}`;
    } catch (error) {
      const constraint = (error as { constraint?: string }).constraint;
      if (constraint === 'users_email') throw new CommandError(`Somebody has the address ${email} already.`);
      if (constraint === 'extensions_pkey') throw new CommandError(`The extension ${extension} is taken.`);
      throw error;
    }
  },
};

const resetPassword: Command = {
  name: 'password reset',
  usage: 'password reset --user <e-mail or extension>',
  about: 'give somebody a new password and end their sessions',
  options: { user: { needed: true, takesValue: true } },
  words: 0,
  async run({ config, db }, { options }) {
    const user = await findUser(db, options['user'] ?? '');
    const password = newPassword();
    const passwordHash = await hashPassword(password);
    await db.transaction().execute(async (trx) => {
      await trx.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', user.id).execute();
      // Whoever knew the old one may be signed in with it.
      await trx
        .deleteFrom('oidc_documents')
        .where((row) => row(row.fn('jsonb_extract_path_text', ['payload', row.val('accountId')]), '=', user.id))
        .execute();
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

const signIns: Command = {
  name: 'sign-ins',
  usage: 'sign-ins',
  about: 'the people of the demo company and their passwords',
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

export const userCommands: readonly Command[] = [addUser, resetPassword, signIns, databaseUrl];
