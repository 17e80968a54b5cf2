import { type CardContact, CardReader } from '../../integrations/vcard/read-card.ts';
import type { FileEntry } from './file-contact.ts';
import { readCsv } from './read-csv.ts';
import { bytePieces, type FileKind, isUtf8File, textPieces } from './stored-file.ts';

/** A larger photo is not kept, and nobody's card is larger. In characters. */
const longestLine = 1_000_000;
const longestCard = 4_000_000;

/** The entries of a file, read bit by bit. Throws `FileUnreadable` where a file has nothing that could be contacts. */
export async function* readEntries(path: string, { format, encoding }: FileKind): AsyncGenerator<FileEntry> {
  if (format === 'csv') {
    yield* readCsv(textPieces(path, await labelOf(path, encoding)));
    return;
  }
  const isBytes = encoding === 'bytes';
  const reader = new CardReader({ bytes: isBytes, longestLine, longestCard });
  for await (const piece of isBytes ? bytePieces(path) : textPieces(path, encoding))
    yield* asEntries(reader.take(piece));
  yield* asEntries(reader.finish());
}

function* asEntries(cards: ReturnType<CardReader['take']>): Generator<FileEntry> {
  for (const { place, contact, start } of cards) {
    if (contact === null) yield { place, contact, start };
    else if (contact.isGroup) yield { place, contact: 'nobody', start: contact.name ?? start };
    else yield { place, contact: { ...contact, hasPhoto: hasPhoto(contact) }, start };
  }
}

const hasPhoto = ({ avatarUrl, original }: CardContact): boolean =>
  avatarUrl === null && original[1].some(([name, , , value]) => name === 'photo' && value !== '');

/** About how many entries a file has, for a bar of progress: told in a moment, without reading them. */
export async function countEntries(path: string, { format, encoding }: FileKind): Promise<number> {
  let count = 0;
  let quoted = false;
  let rest = '';
  for await (const piece of encoding === 'bytes' ? bytePieces(path) : textPieces(path, encoding)) {
    if (format === 'vcard') {
      const text = rest + piece;
      count += text.match(/BEGIN:VCARD/gi)?.length ?? 0;
      // What is cut in two is seen with the next piece, and nothing is seen twice.
      rest = text.slice(-('BEGIN:VCARD'.length - 1));
      continue;
    }
    for (let at = 0; at < piece.length; at += 1) {
      const code = piece.charCodeAt(at);
      if (code === 34) quoted = !quoted;
      else if (code === 10 && !quoted) count += 1;
      rest = '';
    }
    rest = piece.slice(-1);
  }
  if (format === 'vcard') return count;
  // The first line has the headings, and the last may have no end.
  return Math.max(0, count - (rest === '\n' ? 1 : 0));
}

const labelOf = async (path: string, encoding: FileKind['encoding']): Promise<string> => {
  if (encoding !== 'bytes') return encoding;
  return (await isUtf8File(path)) ? 'utf-8' : 'windows-1252';
};
