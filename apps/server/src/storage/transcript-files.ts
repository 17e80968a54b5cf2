import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from './durable-file.ts';
import type { FarFolder } from './files/far-folder.ts';
import { namesIn } from './files/names-in.ts';
import { nextTurn, placeOf, turnsOf } from './files/near-file.ts';

interface OfTranscript {
  readonly assistantId: string;
  readonly transcriptDocId: string;
}

/** What was said to call assistants: a text file each, in a folder for each assistant. */
export interface TranscriptFiles {
  /** The path, or null where the file is gone. */
  fileOf(one: OfTranscript): Promise<string | null>;
  /** Durable when it fulfils. */
  keep(one: OfTranscript, text: string): Promise<void>;
  remove(one: OfTranscript): Promise<void>;
  /** With everything that is in it. */
  removeAssistant(assistantId: string): Promise<void>;
  /** Every file that lies there, half written ones too, and when it was last written to. */
  list(): Promise<readonly (OfTranscript & { readonly changedAt: number })[]>;
}

/** Where they lie within the data folder; backups hold it. SAPI-031 */
export const transcriptsFolder = (dataDir: string): string => join(dataDir, 'transcripts');

const named = (id: string): string => {
  if (!/^[A-Za-z0-9_-]{1,100}$/.test(id)) throw new RangeError('an id cannot name a file');
  return id;
};

/** Transcripts in this folder. All throw RangeError for ids with odd letters. */
export function transcriptFiles(folder: string, far?: FarFolder): TranscriptFiles {
  const turn = turnsOf(far);
  const folderOf = (assistantId: string): string => join(folder, named(assistantId));
  const nameOf = ({ assistantId, transcriptDocId }: OfTranscript): string =>
    `${named(assistantId)}/${named(transcriptDocId)}.txt`;
  const pathOf = (one: OfTranscript): string => join(folder, nameOf(one));
  return {
    fileOf: (one) => placeOf(far, nameOf(one), pathOf(one)),
    async keep(one, text) {
      if (far) return await far.write(nameOf(one), { table: 'assistants', id: one.assistantId }, text);
      await writeDurably(pathOf(one), text);
    },
    async remove(one) {
      const path = pathOf(one);
      await Promise.all([rm(path, { force: true }), rm(`${path}.part`, { force: true })]);
      await far?.remove(nameOf(one));
    },
    removeAssistant: (assistantId) => rm(folderOf(assistantId), { recursive: true, force: true }),
    async list() {
      const folders = (await namesIn(folder)).filter((name) => /^[A-Za-z0-9_-]+$/.test(name));
      const found = await Promise.all(folders.map((assistantId) => filesIn(folder, assistantId)));
      const elsewhere = (await nextTurn(turn)).flatMap(({ path, since }) => {
        const [assistantId = '', name = ''] = path.split('/');
        return [{ assistantId, transcriptDocId: name.replace(/\.txt$/, ''), changedAt: since.getTime() }];
      });
      return [...found.flat(), ...elsewhere];
    },
  };
}

async function filesIn(folder: string, assistantId: string) {
  const found: (OfTranscript & { changedAt: number })[] = [];
  for (const name of await namesIn(join(folder, assistantId))) {
    const transcriptDocId = /^([A-Za-z0-9_-]+)\.txt(?:\.part)?$/.exec(name)?.[1];
    const there = await stat(join(folder, assistantId, name)).catch(() => null);
    if (transcriptDocId !== undefined && there?.isFile()) {
      found.push({ assistantId, transcriptDocId, changedAt: there.mtimeMs });
    }
  }
  return found;
}
