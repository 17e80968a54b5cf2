/** One turn of a transcript; `speaker` null where its line names nobody. */
export interface TranscriptLine {
  readonly speaker: string | null;
  readonly text: string;
}

const turn = /^([^:]{1,40}):\s+(\S.*)$/u;

/**
 * The turns of a plain text, a line for each. Where the first line begins with a name and a colon, names are taken from
 * the lines; else every line is said by nobody in particular, whatever colons it has.
 */
export function transcriptLines(text: string): TranscriptLine[] {
  const lines = text
    .split(/\r?\n/u)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const isNamed = turn.test(lines[0] ?? '');
  return lines.map((line) => {
    const [, speaker = null, said = line] = (isNamed && turn.exec(line)) || [];
    return { speaker, text: said };
  });
}
