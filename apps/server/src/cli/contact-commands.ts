import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { contactFileFormat, type ImportProblem } from '@sidetone/contract/entities/contact-import.ts';
import { pino } from 'pino';
import { contactImports } from '../features/contact-files/contact-imports.ts';
import { exportContacts } from '../features/contact-files/export-contacts.ts';
import { contactFilesFolder, storedFiles } from '../features/contact-files/stored-file.ts';
import { openJobs } from '../jobs/jobs.ts';
import type { Database } from '../storage/database.ts';
import { columns } from '../supervisor/columns.ts';
import { type Command, CommandError } from './command.ts';
import { findAccount } from './find-account.ts';
import { findUser } from './find-user.ts';
import { told, value } from './told.ts';

const ofCompany = '[--account <id>] [--user <email or extension of a user of the company>]';

const importFile: Command = {
  name: 'contacts import',
  usage: `contacts import <file.vcf or .csv> ${ofCompany}`,
  about: "import a file of contacts into a company's own address book",
  options: { account: value, user: value },
  words: 1,
  async run({ config, db, openFar }, { words: [path = ''], options }) {
    const who = await importer(db, options);
    await mustBeFile(path);
    const far = await openFar?.();
    const log = pino({ level: 'silent' });
    const jobs = await openJobs({ db, log, node: config.nodeName });
    const files = storedFiles(contactFilesFolder(config.dataDir), far?.of('contact-files'));
    const imports = contactImports({ db, jobs, files, log });
    const id = await told(imports.start(who, basename(path), createReadStream(path)))
      .then(async (begun) => {
        await imports.idle();
        return begun.id;
      })
      .finally(() => jobs.stop());
    const { state, created, updated, skipped, problems } = await db
      .selectFrom('contact_imports')
      .select(['state', 'created', 'updated', 'skipped', 'problems'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const all = problems as readonly ImportProblem[];
    const counts = columns([
      ['Added', String(created)],
      ['Updated', String(updated)],
      ['Left out', String(skipped)],
    ]).join('\n');
    const list = columns(all.map(({ place, code, text }) => [String(place), code, text])).join('\n');
    const text = [counts, ...(all.length > 0 ? [list] : [])].join('\n\n');
    if (state === 'FAILED') throw new CommandError(`The file could not be imported.\n${text}`);
    return state === 'RUNNING' ? `The import continues on the server.\n${text}` : text;
  },
};

const exportFile: Command = {
  name: 'contacts export',
  usage: `contacts export <file> [--format vcard|csv] ${ofCompany}`,
  about: "export a company's own address book to a file",
  options: { account: value, user: value, format: value },
  words: 1,
  async run({ db }, { words: [path = ''], options }) {
    const format = contactFileFormat.safeParse(options['format'] ?? (path.endsWith('.csv') ? 'csv' : 'vcard'));
    if (!format.success) throw new CommandError('--format is vcard or csv.');
    const { stream } = await exportContacts(db, await accountOf(db, options), format.data);
    // A file that is there stays until the new one is whole.
    const part = `${path}.part`;
    try {
      await pipeline(stream, createWriteStream(part, { mode: 0o600 }));
      await rename(part, path);
    } catch (error) {
      await rm(part, { force: true });
      throw new CommandError(`The file ${path} cannot be written: ${error instanceof Error ? error.message : error}`);
    }
    return `The contacts are in ${path}.`;
  },
};

export const contactCommands: readonly Command[] = [importFile, exportFile];

type Options = Readonly<Record<string, string>>;

const accountOf = async (db: Database, options: Options): Promise<string> => {
  const id = options['account'];
  if (id === undefined) return await findAccount(db, options['user']);
  const found = await db.selectFrom('accounts').select('id').where('id', '=', id).executeTakeFirst();
  if (!found) throw new CommandError(`There is no company ${id}.`);
  return found.id;
};

/** In whose name the file comes in: the person who was named, else the first administrator of the company. */
const importer = async (db: Database, options: Options): Promise<{ userId: string; accountId: string }> => {
  const named = options['user'] === undefined ? null : await findUser(db, options['user']);
  const accountId = await accountOf(db, options);
  if (named !== null && named.accountId !== accountId) {
    throw new CommandError(`${named.name} does not belong to the company ${accountId}.`);
  }
  if (named !== null) return { userId: named.id, accountId };
  const admin = await db
    .selectFrom('users')
    .select('id')
    .where('account_id', '=', accountId)
    .where('admin', '=', true)
    .where('deactivated_at', 'is', null)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  if (!admin) throw new CommandError('The company has no administrator. Name the user to act for with --user.');
  return { userId: admin.id, accountId };
};

const mustBeFile = async (path: string): Promise<void> => {
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) throw new CommandError(`The file ${path} cannot be read.`);
};
