import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { z } from 'zod';
import { ImportError } from './import-error.ts';

/** What an export says of itself; see `export-company.ts`. */
const exportHead = z.object({
  format: z.literal(1),
  release: z.string().max(100),
  /** Missing in exports of earlier releases. */
  migratedTo: z.string().max(200).optional(),
  madeAt: z.iso.datetime(),
  company: z.object({ id: z.string().regex(/^[A-Za-z0-9_-]{1,100}$/), name: z.string().max(500) }),
  tables: z.record(z.string(), z.array(z.string().max(63)).max(500)),
});
export type ExportHead = z.infer<typeof exportHead>;

const exportEnd = z.object({
  rows: z.record(z.string(), z.int().nonnegative()),
  files: z.int().nonnegative(),
  missing: z.array(z.string()),
});

/** A file in the archive. */
export interface ExportEntry extends AsyncIterable<Uint8Array> {
  readonly header: { readonly name: string; readonly size?: number | undefined; readonly type?: string | null };
}

interface ExportParts {
  head(head: ExportHead): Promise<void>;
  rows(table: string, lines: readonly string[]): Promise<void>;
  /** Takes one file, by its name from the data folder. */
  file(name: string, entry: ExportEntry): Promise<void>;
}

/** The most bytes of the head, the end, or a piece of a table: pieces have about a megabyte, and a row may hold a picture. */
const mostHeldBytes = 64 * 1024 * 1024;
const mostMissing = 100_000;

/** Reads a whole export. Throws `ImportError` where something of it is missing. */
export async function readExport(file: string, parts: ExportParts): Promise<{ readonly missing: readonly string[] }> {
  let isBroken = false;
  try {
    return await readEntries(
      entriesOf(file, () => (isBroken = true)),
      parts,
    );
  } catch (error) {
    if (isBroken && !(error instanceof ImportError)) throw new ImportError('DAMAGED', { cause: error });
    throw error;
  }
}

async function readEntries(
  entries: AsyncIterable<ExportEntry>,
  parts: ExportParts,
): Promise<{ readonly missing: readonly string[] }> {
  const count = { rows: {} as Record<string, number>, files: 0 };
  let head: ExportHead | undefined;
  let end: z.infer<typeof exportEnd> | undefined;
  for await (const entry of entries) {
    const { name } = entry.header;
    const [, table] = /^tables\/([a-z_0-9]{1,63})\/\d{8}\.ndjson$/.exec(name) ?? [];
    if (!head) {
      if (name !== 'sidetone-company.json') throw new ImportError('NOT_AN_EXPORT');
      head = headOf(await textOf(entry));
      await parts.head(head);
    } else if (table !== undefined) {
      if (!Object.hasOwn(head.tables, table)) throw new ImportError('DAMAGED', { cause: `rows of ${table}` });
      const lines = (await textOf(entry)).split('\n').filter(Boolean);
      count.rows[table] = (count.rows[table] ?? 0) + lines.length;
      await parts.rows(table, lines);
    } else if (name.startsWith('files/')) {
      await parts.file(name.slice('files/'.length), entry);
      count.files += 1;
    } else if (name === 'end.json') {
      end = exportEnd.parse(JSON.parse(await textOf(entry)));
    } else throw new ImportError('DAMAGED', { cause: `an unknown entry ${name}` });
  }
  const { tables } = head ?? {};
  const isWhole =
    tables !== undefined &&
    end?.files === count.files &&
    Object.keys(tables).every((table) => end?.rows[table] === (count.rows[table] ?? 0));
  if (!end || !isWhole) throw new ImportError('DAMAGED');
  return { missing: end.missing.slice(0, mostMissing) };
}

/** What an export says of itself. Throws `ImportError` where that is not as an export says it. */
const headOf = (text: string): ExportHead => {
  const read = exportHead.safeParse(parsed(text));
  if (!read.success) throw new ImportError('NOT_AN_EXPORT', { cause: read.error });
  return read.data;
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

async function textOf(entry: ExportEntry): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of entry) {
    size += piece.length;
    // What it says of its own size may be less than what comes.
    if (size > mostHeldBytes) throw new ImportError('DAMAGED', { cause: `${entry.header.name} is too large` });
    pieces.push(piece);
  }
  return Buffer.concat(pieces, size).toString();
}

async function* entriesOf(
  file: string,
  /** Hears when the archive is damaged; the reader of an entry at that moment only learns that it broke off. */
  onBroken: () => void,
): AsyncGenerator<ExportEntry> {
  const source = createReadStream(file);
  const unpacked = createGunzip();
  const archive = extract();
  let broken: Error | undefined;
  source.once('error', (error) => {
    broken = error;
    unpacked.destroy(error);
  });
  unpacked.once('error', (error) => archive.destroy(error));
  // What the disk says is no fault of the file.
  archive.once('error', () => broken || onBroken());
  source.pipe(unpacked).pipe(archive);
  let isBegun = false;
  try {
    for await (const entry of archive as AsyncIterable<ExportEntry>) {
      if (entry.header.type !== 'file') throw new ImportError('DAMAGED', { cause: entry.header.name });
      isBegun = true;
      yield entry;
    }
  } catch (error) {
    if (broken) throw broken;
    if (error instanceof ImportError) throw error;
    throw new ImportError(isBegun ? 'DAMAGED' : 'NOT_AN_EXPORT', { cause: error });
  } finally {
    source.destroy();
    unpacked.destroy();
  }
}
