import type { ChangeKind, ChangelogEntry, ChangelogPiece } from '@sidetone/contract/entities/changelog.ts';

const heading = /^## (.+)$/;
const released = /^\[?v?(\d+\.\d+\.\d+\S*?)\]?(?:\s*(?:[-–—]|\()?\s*(\d{4}-\d{2}-\d{2})\)?)?$/;
const kindHeading = /^### (.+)$/;
const bullet = /^[-*] (.+)$/;
const goesOn = /^\s{2,}(\S.*)$/;

const kinds: Readonly<Record<string, ChangeKind>> = {
  new: 'added',
  neu: 'added',
  better: 'better',
  besser: 'better',
  fixed: 'fixed',
  behoben: 'fixed',
};

/**
 * A changelog in Markdown as data: versions are headings of the second level (`## 4.2.0, or ## 4.2.0 - 2025-11-18`), kinds
 * of changes may be headings of the third, changes are bullets. What comes before the first version is for its writers.
 */
export function readChangelog(markdown: string): ChangelogEntry[] {
  const entries: ChangelogEntry[] = [];
  let kind: ChangeKind | null = null;
  let text: string | null = null;
  const finish = () => {
    if (text !== null) entries.at(-1)?.changes.push({ kind, pieces: piecesOf(text) });
    text = null;
  };
  for (const line of markdown.split(/\r?\n/)) {
    const version = heading.exec(line)?.[1];
    const title = kindHeading.exec(line)?.[1];
    const begun = bullet.exec(line)?.[1];
    const more = goesOn.exec(line)?.[1];
    if (version !== undefined) {
      finish();
      kind = null;
      const found = released.exec(version.trim());
      entries.push({ version: found?.[1] ?? null, date: found?.[2] ?? null, changes: [] });
    } else if (title !== undefined) {
      finish();
      kind = kinds[title.trim().toLowerCase()] ?? null;
    } else if (begun !== undefined && entries.length > 0) {
      finish();
      text = begun;
    } else if (more !== undefined && text !== null) text = `${text} ${more}`;
    else finish();
  }
  finish();
  return entries;
}

const marks = /\*\*(.+?)\*\*|`([^`]+)`/g;

/** Bold and code are kept; everything else is plain text. */
function piecesOf(text: string): ChangelogPiece[] {
  const pieces: ChangelogPiece[] = [];
  let done = 0;
  for (const found of text.matchAll(marks)) {
    if (found.index > done) pieces.push({ text: text.slice(done, found.index), look: 'plain' });
    const [whole, strong, code] = found;
    pieces.push(strong === undefined ? { text: code ?? '', look: 'code' } : { text: strong, look: 'strong' });
    done = found.index + whole.length;
  }
  if (done < text.length) pieces.push({ text: text.slice(done), look: 'plain' });
  return pieces;
}
