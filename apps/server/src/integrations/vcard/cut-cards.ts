import { decodeBytes } from './charsets.ts';

/** A card's lines, unfolded and decoded; null where the card is broken: without an end, or larger than a card can be. */
export interface CutCard {
  readonly lines: readonly string[] | null;
  /** How it begins, for who looks for it. */
  readonly start: string;
}

export interface CutOptions {
  /** Each character is a byte of the file, and each line says in which characters it is written (vCard 2.1). */
  readonly bytes?: boolean;
  /** A longer line, such as a large photo, is left out. */
  readonly longestLine?: number;
  /** A longer card is broken. */
  readonly longestCard?: number;
}

interface Open {
  lines: string[] | null;
  size: number;
  start: string;
  /** Cards within a line AGENT (vCard 2.1 and 3.0) that are open. */
  inner: number;
}

/** A line that is being unfolded. It is put together once, at its end: looking at it in between would take the square of its length. */
class OpenLine {
  readonly #longest: number;
  /** None of them is empty. */
  readonly #pieces: string[] = [];
  /** What is before the first colon; null until one comes. */
  #head: string | null = null;
  /** In characters. */
  length = 0;

  constructor(start: string, longest: number) {
    this.#longest = longest;
    this.add(start);
  }

  /** What is added to a line that is too long is let go of; that it is too long can still be told. */
  add(text: string): void {
    if (text === '' || this.length > this.#longest) return;
    this.#pieces.push(text);
    this.length += text.length;
    if (this.#head === null && text.includes(':')) this.#head = headOf(this.text());
  }

  text(): string {
    return this.#pieces.join('');
  }

  /** Takes the sign off with which a quoted-printable line says that it continues; false where there is none. */
  takeSoftBreak(): boolean {
    const last = this.#pieces.at(-1);
    if (!last?.endsWith('=') || !/quoted-printable/i.test(this.#start())) return false;
    this.#pieces.pop();
    if (last !== '=') this.#pieces.push(last.slice(0, -1));
    this.length -= 1;
    return true;
  }

  isBase64(): boolean {
    return /[;=](base64|b)(;|$)/i.test(this.#start());
  }

  /** Whether a card within this card begins with the next line. */
  isAgent(): boolean {
    return this.length <= longestHead && /^([\w-]+\.)?AGENT(;[^:]*)?:\s*$/i.test(this.text());
  }

  /** No program writes more before a colon. */
  #start(): string {
    return (this.#head ?? '').slice(0, longestHead);
  }
}

const longestHead = 2000;

/** Cuts lines of a file into cards. Whatever is between cards is no card and is passed over. */
export class CardCutter {
  readonly #bytes: boolean;
  readonly #longestLine: number;
  readonly #longestCard: number;
  #card: Open | null = null;
  #line: OpenLine | null = null;

  constructor({ bytes = false, longestLine = Infinity, longestCard = Infinity }: CutOptions = {}) {
    this.#bytes = bytes;
    this.#longestLine = longestLine;
    this.#longestCard = longestCard;
  }

  /** Takes the next line without its end; answers with a card where one ended by it. */
  take(line: string): CutCard | null {
    const mark = /^\uFEFF?(?:ï»¿)?(BEGIN|END)\s*:\s*VCARD\s*$/i.exec(line)?.[1]?.toUpperCase();
    if (mark === 'BEGIN') return this.#begin();
    if (this.#card === null) return null;
    if (mark === 'END') return this.#end();
    if (this.#card.inner > 0) return null;
    this.#card.size += line.length;
    if (this.#card.size > this.#longestCard) this.#card.lines = null;
    else this.#gather(line);
    return null;
  }

  /** There are no more lines: a card that is still open is broken. */
  finish(): CutCard | null {
    this.#flush();
    const card = this.#card;
    this.#card = null;
    return card && { lines: null, start: card.start };
  }

  #begin(): CutCard | null {
    if (this.#card && (this.#card.inner > 0 || this.#line?.isAgent())) {
      this.#card.inner += 1;
      return null;
    }
    const unfinished = this.finish();
    this.#card = { lines: [], size: 0, start: '', inner: 0 };
    return unfinished;
  }

  #end(): CutCard | null {
    const card = this.#card;
    if (card === null) return null;
    if (card.inner > 0) {
      card.inner -= 1;
      return null;
    }
    this.#flush();
    this.#card = null;
    return { lines: card.lines, start: card.start };
  }

  #gather(line: string): void {
    const before = this.#line;
    if (before !== null && /^[ \t]/.test(line)) before.add(line.slice(1));
    else if (before?.takeSoftBreak()) before.add(line);
    else if (line === '') this.#flush();
    // Some programs forget to fold: what has no colon continues with the line before.
    else if (before !== null && !line.includes(':')) before.add(before.isBase64() ? line.trim() : `\\n${line}`);
    else {
      this.#flush();
      this.#line = new OpenLine(line, this.#longestLine);
    }
  }

  #flush(): void {
    const open = this.#line;
    this.#line = null;
    if (open === null || !this.#card) return;
    if (open.length > this.#longestLine) return;
    const line = open.text();
    const read = this.#bytes ? decodeLine(line) : line;
    if (this.#card.start === '' || /^FN[;:]/i.test(read)) this.#card.start = read.slice(0, 200);
    this.#card.lines?.push(read.replace(controls, ''));
  }
}

/** Everything but tabs: no line of a card has them, and databases do not take all of them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const controls = /[\u0000-\u0008\u000a-\u001f\u007f\ufeff]/g;

const headOf = (line: string): string => line.slice(0, Math.max(0, line.indexOf(':')));

const decodeLine = (line: string): string => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII needs no decoding
  if (/^[\u0000-\u007f]*$/.test(line)) return line;
  return decodeBytes(Buffer.from(line, 'latin1'), /;CHARSET="?([^;:"]+)/i.exec(headOf(line))?.[1]);
};

/** Cuts a text that comes in pieces into lines, whatever ends them. */
export class LineCutter {
  readonly #longest: number;
  #rest = '';
  #afterReturn = false;

  /** Of a line without an end only so many characters are kept. */
  constructor(longest = Infinity) {
    this.#longest = longest;
  }

  take(piece: string): string[] {
    const text = this.#afterReturn && piece.startsWith('\n') ? piece.slice(1) : piece;
    if (piece !== '') this.#afterReturn = piece.endsWith('\r');
    const lines = text.split(/\r\n|\n|\r/);
    if (this.#rest.length <= this.#longest) lines[0] = this.#rest + lines[0];
    else lines[0] = this.#rest;
    this.#rest = lines.pop() ?? '';
    return lines;
  }

  finish(): string {
    const rest = this.#rest;
    this.#rest = '';
    return rest;
  }
}
