import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { newUser } from '@sidetone/contract/entities/admin-user.ts';
import { type Company, companyLimits, companyUrl } from '@sidetone/contract/entities/company.ts';
import { z } from 'zod';
import packageJson from '../../../../package.json' with { type: 'json' };
import { removeUnsweptFiles } from '../companies/company-files.ts';
import { exportCompany } from '../companies/export-company.ts';
import { type Imported, importCompany } from '../companies/import/import-company.ts';
import { ImportError } from '../companies/import/import-error.ts';
import {
  addCompany,
  changeCompany,
  commandLineOperator,
  companies,
  noteExport,
  noteImport,
  removeCompany,
  requireOtherHost,
  resumeCompany,
  suspendCompany,
} from '../features/administration/company/companies.ts';
import { homeForNew } from '../identity/accounts.ts';
import { columns } from '../supervisor/columns.ts';
import { type Command, CommandError } from './command.ts';
import { deskOf, inWords } from './invitation-commands.ts';
import { needed, read, told, value } from './told.ts';

const newCompany = z.object({
  name: z.string().trim().min(1).max(200),
  country: z.string().regex(/^[A-Z]{2}$/, 'two capitals, such as DE'),
  areaCode: z
    .string()
    .regex(/^[0-9]{1,6}$/, 'digits without the leading zero')
    .optional(),
});

const add: Command = {
  name: 'account add',
  usage:
    'account add <name> --email <email> --first <name> --last <name> [--country <DE>] [--area-code <digits>] [--locale de|en]',
  about: 'add a company to this server and invite its first administrator',
  options: { email: needed, first: needed, last: needed, country: value, 'area-code': value, locale: value },
  words: 1,
  async run({ db, config }, { words: [name = ''], options }) {
    const about = read(newCompany, { name, country: options['country'] ?? 'DE', areaCode: options['area-code'] });
    const administrator = read(newUser, {
      email: options['email'],
      firstName: options['first'],
      lastName: options['last'],
      locale: options['locale'],
    });
    const { accountId, invitation } = await told(
      addCompany(deskOf(db, config), commandLineOperator, { ...about, administrator }),
    );
    return `${about.name} was added with the id ${accountId}. ${inWords(invitation)}`;
  },
};

const list: Command = {
  name: 'account list',
  usage: 'account list',
  about: 'list the companies of this server',
  options: {},
  words: 0,
  async run({ db }) {
    const all = await companies(db);
    if (all.length === 0) return 'There is no company yet.';
    return columns(
      all.map(({ id, name, users, calls, storageBytes, limits, state, suspendedAt, runsServer }) => [
        id,
        name,
        `${ofMost(users, limits.users)} ${users === 1 && limits.users === null ? 'user' : 'users'}`,
        `${ofMost(calls, limits.calls)} ${calls === 1 && limits.calls === null ? 'call' : 'calls'}`,
        limits.storageBytes === null
          ? inBytes(storageBytes)
          : `${inBytes(storageBytes)} of ${inBytes(limits.storageBytes)}`,
        suspendedAt !== null
          ? `suspended since ${suspendedAt.slice(0, 10)}`
          : runsServer
            ? 'runs the server'
            : state === 'invited'
              ? 'invited'
              : '',
      ]),
    ).join('\n');
  },
};

const ofMost = (count: number, most: number | null): string => (most === null ? `${count}` : `${count} of ${most}`);

const units = { KB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 } as const;

const inBytes = (bytes: number): string => {
  const [unit, size] = Object.entries(units).findLast(([, one]) => bytes >= one) ?? ['KB', units.KB];
  return `${Math.round((bytes / size) * 10) / 10} ${unit}`;
};

/** Such as `50GB`, or `none`. */
const amount = z
  .string()
  .regex(/^(none|[0-9]{1,6}\s?[KMGT]B)$/i, 'a size such as 50GB, or none')
  .transform((word) => {
    const [, number = '', unit = ''] = /^([0-9]+)\s?([KMGT]B)$/i.exec(word) ?? [];
    return number === '' ? null : Number(number) * units[unit.toUpperCase() as keyof typeof units];
  });
const count = z
  .string()
  .regex(/^(none|[0-9]{1,7})$/, 'a number, or none')
  .transform((word) => (word === 'none' ? null : Number(word)));
const typedLimits = z
  .object({ users: count, calls: count, storageBytes: amount })
  .partial()
  .pipe(companyLimits.partial());

const limit: Command = {
  name: 'account limit',
  usage: 'account limit <id> [--users <number>|none] [--calls <number>|none] [--storage <50GB>|none]',
  about: 'set how many users, calls at once and how much storage a company may have',
  options: { users: value, calls: value, storage: value },
  words: 1,
  async run({ db }, { words: [id = ''], options: { users, calls, storage } }) {
    const limits = read(typedLimits, { users, calls, storageBytes: storage });
    if (Object.keys(limits).length === 0) throw new CommandError(limit.usage);
    const name = await told(changeCompany(db, commandLineOperator, { accountId: id, limits }));
    const company = (await companies(db)).find((one) => one.id === id);
    const over = company ? overLimit(company) : [];
    const note = over.length === 0 ? '' : ` It has more than that now: ${over.join(', ')}. What it has stays.`;
    return `The limits of ${name} are set.${note}`;
  },
};

const host: Command = {
  name: 'account host',
  usage: 'account host <id> <https://phone.company.example>|none',
  about: 'give a company an address of its own, where only its users sign in',
  options: {},
  words: 2,
  async run({ db, config }, { words: [id = '', typed = ''] }) {
    const { url } = read(z.object({ url: companyUrl.nullable() }), { url: typed === 'none' ? null : typed });
    const change = async () => {
      requireOtherHost(url, config.publicUrl);
      return await changeCompany(db, commandLineOperator, { accountId: id, publicUrl: url });
    };
    const name = await told(change());
    return url === null
      ? `${name} has no address of its own any longer.`
      : `Users of ${name} find this server at ${url}. Its name has to lead here, and the certificate has to name it.`;
  },
};

const overLimit = ({ users, calls, storageBytes, limits }: Company): string[] => [
  ...(limits.users !== null && users > limits.users ? [`${users} users`] : []),
  ...(limits.calls !== null && calls > limits.calls ? [`${calls} calls`] : []),
  ...(limits.storageBytes !== null && storageBytes > limits.storageBytes ? [inBytes(storageBytes)] : []),
];

const exportAll: Command = {
  name: 'account export',
  usage: 'account export <id> <file>',
  about: 'write everything of a company into one file, also while Sidetone is running',
  options: {},
  words: 2,
  async run({ db, config: { dataDir }, openFar }, { words: [id = '', named = ''] }) {
    const file = resolve(named);
    if (existsSync(file)) throw new CommandError(`${file} already exists.`);
    const far = await openFar?.();
    // Noted first, so that no file exists of which the log says nothing.
    const name = await told(noteExport(db, commandLineOperator, id));
    const source = { db, dataDir, far, release: packageJson.version, accountId: id };
    const { rows, files } = await exportCompany(file, source).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') throw new CommandError(`${error.path ?? file} already exists.`);
      if (error.code === 'ENOSPC') throw new CommandError('The disk is full.');
      if (error.code === 'ENOENT' || error.code === 'EACCES') throw new CommandError(error.message);
      throw error;
    });
    return `Everything of ${name} is in ${file}: ${rows} rows and ${files} files. Nothing in it is encrypted.`;
  },
};

const importOne: Command = {
  name: 'account import',
  usage: 'account import <file>',
  about: 'bring in a company that "account export" of another server wrote, suspended',
  options: {},
  words: 1,
  async run({ db, config, box }, { words: [named = ''] }) {
    const { dataDir, publicUrl } = config;
    const imported = await importCompany(resolve(named), {
      db,
      dataDir,
      box,
      node: homeForNew,
      ownHost: publicUrl === undefined ? undefined : new URL(publicUrl).hostname,
      done: (trx, company) => noteImport(trx, commandLineOperator, company),
    }).catch((error: NodeJS.ErrnoException) => {
      if (error instanceof ImportError) throw new CommandError(refusedText(error));
      if (error.code === 'ENOSPC') throw new CommandError('The disk is full. Nothing was imported.');
      if (error.code === 'ENOENT' || error.code === 'EACCES') throw new CommandError(error.message);
      throw error;
    });
    return importedText(imported);
  },
};

const refusedText = ({ message, code, conflicts }: ImportError): string =>
  [`${message} (${code})`, ...conflicts.map((line) => `  ${line}`)].join('\n');

const importedText = ({ company: { id, name }, rows, files, missing, again }: Imported): string =>
  [
    `${name} is here with the id ${id}: ${rows} rows and ${files} files. It is suspended until "account resume ${id}".`,
    ...(missing > 0 ? [`${missing} files were missing when it was exported.`] : []),
    'An export has no passwords and keys, so these have to be given again:',
    ...again.map((line) => `  ${line}`),
    'Tokens, PINs of mailboxes, second factors and phones that fetch their settings are set up again.',
  ].join('\n');

const suspend: Command = {
  name: 'account suspend',
  usage: 'account suspend <id>',
  about: 'stop a company from signing in and calling; what it has stays',
  options: {},
  words: 1,
  async run({ db }, { words: [id = ''] }) {
    const name = await told(suspendCompany(db, commandLineOperator, id));
    return `${name} is suspended. Its calls that run go on; only emergency numbers can be called from now on.`;
  },
};

const resume: Command = {
  name: 'account resume',
  usage: 'account resume <id>',
  about: 'let a suspended company sign in and call again',
  options: {},
  words: 1,
  async run({ db }, { words: [id = ''] }) {
    const name = await told(resumeCompany(db, commandLineOperator, id));
    return `${name} may sign in and call again.`;
  },
};

const remove: Command = {
  name: 'account remove',
  usage: 'account remove <id> --name <its whole name>',
  about: 'remove a suspended company with all its users, calls and recordings, for good',
  options: { name: needed },
  words: 1,
  async run({ db, config: { dataDir } }, { words: [id = ''], options: { name = '' } }) {
    const removeFiles = (ids: readonly string[]) => removeUnsweptFiles(dataDir, id, ids);
    await told(removeCompany(db, commandLineOperator, { accountId: id, name }, removeFiles));
    return `${name} is removed. Its files are removed within two hours; "erase" erases the tables now.`;
  },
};

export const companyCommands: readonly Command[] = [
  add,
  list,
  limit,
  host,
  exportAll,
  importOne,
  suspend,
  resume,
  remove,
];
