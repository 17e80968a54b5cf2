import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { FarFiles } from '../storage/files/far-files.ts';
import { namesIn } from '../storage/files/names-in.ts';
import type { Writer } from '../storage/writer.ts';

/** A file of a company. */
interface CompanyFile {
  /** From the data folder, with slashes. */
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
}

/** Folders below the data folder that have a folder for each account. */
export const foldersOfAccounts = ['recordings', 'voicemails', 'captures', 'answers'] as const;

/** Folders whose files, or folders, are called by the id of a row; the table has the account in `account_id`. */
export const foldersOfRows = [
  { folder: 'hold-music', table: 'accounts', account: 'id' },
  { folder: 'announcements', table: 'announcements', account: 'account_id' },
  { folder: 'greetings', table: 'channels', account: 'account_id' },
  { folder: 'user-assets', table: 'user_assets', account: 'account_id' },
  { folder: 'transcripts', table: 'assistants', account: 'account_id' },
] as const;
type FolderOfRows = (typeof foldersOfRows)[number];

const idsAtOnce = 1000;

/** The id in the name of a file or folder, such as `c1` in `c1.wav`. */
const idIn = (name: string): string => name.split('.')[0] ?? name;

/** Everything that lies in a folder, by the account it belongs to; what belongs to none is left out. */
export async function entriesByAccount(
  db: Writer,
  dataDir: string,
  { folder, table, account }: FolderOfRows,
): Promise<Map<string, string[]>> {
  const byAccount = new Map<string, string[]>();
  const names = await namesIn(join(dataDir, folder));
  for (let at = 0; at < names.length; at += idsAtOnce) {
    const some = names.slice(at, at + idsAtOnce);
    const { rows } = await sql<{ id: string; accountId: string }>`
      select id, ${sql.ref(account)} as "accountId" from ${sql.table(table)}
      where id = any(${[...new Set(some.map(idIn))]}::text[])`.execute(db);
    const owners = new Map(rows.map(({ id, accountId }) => [id, accountId]));
    for (const name of some) {
      const accountId = owners.get(idIn(name));
      if (accountId === undefined) continue;
      const known = byAccount.get(accountId);
      if (known) known.push(name);
      else byAccount.set(accountId, [name]);
    }
  }
  return byAccount;
}

/** Every file of one company, with its size of now; what is only half written is left out. */
export async function* filesOfCompany(db: Writer, dataDir: string, accountId: string): AsyncGenerator<CompanyFile> {
  for (const folder of foldersOfAccounts) yield* below(dataDir, `${folder}/${accountId}`);
  for (const each of foldersOfRows) {
    const names = (await entriesByAccount(db, dataDir, each)).get(accountId) ?? [];
    for (const name of names.sort()) yield* below(dataDir, `${each.folder}/${name}`);
  }
}

async function* below(dataDir: string, name: string): AsyncGenerator<CompanyFile> {
  const path = join(dataDir, name);
  const there = await stat(path).catch(() => null);
  if (there?.isFile() && !name.endsWith('.part')) yield { name, path, bytes: there.size };
  if (!there?.isDirectory()) return;
  for (const entry of await namesIn(path)) yield* below(dataDir, `${name}/${entry}`);
}

/** Those here, and those in a bucket; `db` may be a transaction that sees the moment in which it began. */
export async function* allFilesOfCompany(
  db: Writer,
  { dataDir, far }: { readonly dataDir: string; readonly far: FarFiles | undefined },
  accountId: string,
): AsyncGenerator<CompanyFile> {
  const here = new Set<string>();
  for await (const file of filesOfCompany(db, dataDir, accountId)) {
    here.add(file.name);
    yield file;
  }
  if (!far) return;
  // One that was handed in since that moment lies nowhere else any more; its row is known all the same.
  const places = [
    { reader: far.db, folders: foldersOfAccounts },
    { reader: db, folders: foldersOfRows.map(({ folder }) => folder) },
  ];
  for (const place of places) {
    for await (const file of farFilesOfCompany({ ...place, far }, accountId)) if (!here.has(file.name)) yield file;
  }
}

interface FarPlace {
  readonly far: FarFiles;
  readonly reader: Writer;
  readonly folders: readonly string[];
}

/** Every file of one company that lies in a bucket, or waits to go there. Rejects where the bucket is away. */
async function* farFilesOfCompany({ far, reader, folders }: FarPlace, accountId: string): AsyncGenerator<CompanyFile> {
  for (let after = ''; ; ) {
    const rows = await reader
      .selectFrom('far_files')
      .select(['key', 'folder', 'path', 'bytes'])
      .where('account_id', '=', accountId)
      .where('folder', 'in', folders)
      .where('state', '<>', 'removing')
      .where('key', '>', after)
      .orderBy('key')
      .limit(idsAtOnce)
      .execute();
    for (const { folder, path: name, bytes } of rows) {
      const path = await far.of(folder).near(name);
      if (path !== null) yield { name: `${folder}/${name}`, path, bytes: Number(bytes) };
    }
    after = rows.at(-1)?.key ?? '';
    if (rows.length < idsAtOnce) return;
  }
}

const plainId = /^[A-Za-z0-9_-]{1,100}$/;

/** Removes those files of a company that is being removed which no sweep looks for: its music, and its announcements by their ids. */
export async function removeUnsweptFiles(
  dataDir: string,
  accountId: string,
  announcementIds: readonly string[],
): Promise<void> {
  const names = [`hold-music/${accountId}`, ...announcementIds.map((id) => `announcements/${id}`)];
  if (![accountId, ...announcementIds].every((id) => plainId.test(id))) {
    throw new RangeError('an id cannot name a file');
  }
  for (const name of names) await rm(join(dataDir, `${name}.wav`), { force: true });
}
