import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { makeFolderDurably, syncFolder } from '../../storage/durable-file.ts';
import { foldersOfAccounts, foldersOfRows } from '../company-files.ts';
import { ImportError } from './import-error.ts';
import type { ExportEntry } from './read-export.ts';

/** What others need of the disk. */
const leftFree = 1024 ** 3;
const mostFolders = 8;
const nameForm = /^[A-Za-z0-9_~-][A-Za-z0-9_.~-]{0,200}$/;

/** Files of an export, which lie aside until their rows are there. */
export interface StagedFiles {
  add(name: string, entry: ExportEntry): Promise<void>;
  /** The ids by which files of rows are called, for each folder of such; those that no row has are refused by the caller. */
  idsIn(folder: string): readonly string[];
  /** Gives each its name, for good. */
  place(): Promise<void>;
  /** Takes back what was placed. */
  undo(): Promise<void>;
  clear(): Promise<void>;
}

/** Makes the place for them; what an import that was killed left there goes. */
export async function stageFiles(dataDir: string, accountId: string): Promise<StagedFiles> {
  const stage = join(dataDir, '.importing');
  await rm(stage, { recursive: true, force: true });
  await mkdir(stage, { recursive: true, mode: 0o700 });
  const names: string[] = [];
  const placed: string[] = [];
  const byRow = new Set<string>(foldersOfRows.map(({ folder }) => folder));
  const byAccount = new Set<string>(foldersOfAccounts);
  return {
    async add(name, entry) {
      const parts = name.split('/');
      const [folder = '', second = ''] = parts;
      const isPlain = parts.length >= 2 && parts.length <= mostFolders && parts.every((part) => nameForm.test(part));
      const isOwn = byAccount.has(folder) ? second === accountId && parts.length > 2 : byRow.has(folder);
      if (!isPlain || !isOwn) throw new ImportError('DAMAGED', { cause: `a file named ${name}` });
      await requireSpace(dataDir, entry.header.size ?? 0);
      const path = join(stage, ...parts);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await pipeline(entry, createWriteStream(path, { mode: 0o600, flags: 'wx', flush: true }));
      names.push(name);
    },
    idsIn: (folder) =>
      names.filter((name) => name.startsWith(`${folder}/`)).map((name) => name.split('/')[1]?.split('.')[0] ?? ''),
    async place() {
      const folders = new Set<string>();
      for (const name of names) {
        const path = join(dataDir, name);
        folders.add(dirname(path));
        await makeFolderDurably(dirname(path));
        // Its id is nobody's else: what lies there is left of an import that was killed.
        placed.push(name);
        await rename(join(stage, name), path);
      }
      for (const folder of folders) await syncFolder(folder);
    },
    async undo() {
      for (const name of placed) await rm(join(dataDir, name), { force: true });
    },
    clear: () => rm(stage, { recursive: true, force: true }),
  };
}

async function requireSpace(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < bytes + leftFree) throw new ImportError('TOO_LARGE');
}
