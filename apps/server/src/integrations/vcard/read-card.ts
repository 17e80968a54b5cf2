import type { SourceContact } from '../connector.ts';
import { decodeQuotedPrintable } from './charsets.ts';
import { CardCutter, type CutCard, type CutOptions, LineCutter } from './cut-cards.ts';
import { type JCard, type JProperty, parameterValues, partsOf, readProperty, readText } from './j-card.ts';
import { type FileNumberLabel, numberLabelOf } from './number-labels.ts';

/** What a card says of someone. `original` is the card as `jCard` of j-card.ts parses it. */
export interface CardContact extends Omit<SourceContact, 'externalId' | 'etag'> {
  readonly uid: string | null;
  /** A list of other cards, nobody whom one calls. */
  readonly isGroup: boolean;
  readonly phoneNumbers: readonly { readonly label: FileNumberLabel; readonly number: string }[];
  readonly original: JCard;
}

/** Nobody has more lines, or more numbers than a source's contact can have here; what is beyond is not looked at. */
const mostProperties = 1000;
const mostNumbers = 100;

/** An entry of a file; `contact` is null where nobody can read it. `place` counts from 1. */
export interface CardEntry {
  readonly place: number;
  readonly contact: CardContact | null;
  /** How the card begins. */
  readonly start: string;
}

/** Every card of a text, vCard 2.1 to 4.0. Never throws: what is broken is an entry without a contact. */
export function readVCards(text: string): CardEntry[] {
  const reader = new CardReader();
  return [...reader.take(text), ...reader.finish()];
}

/** The same for a text that comes in pieces. */
export class CardReader {
  readonly #lines: LineCutter;
  readonly #cards: CardCutter;
  #place = 0;

  constructor(options: CutOptions = {}) {
    this.#lines = new LineCutter(options.longestLine);
    this.#cards = new CardCutter(options);
  }

  /** The cards that end in this piece, each read as it is asked for. */
  *take(piece: string): Generator<CardEntry> {
    for (const line of this.#lines.take(piece)) yield* this.#entry(this.#cards.take(line));
  }

  *finish(): Generator<CardEntry> {
    yield* this.#entry(this.#cards.take(this.#lines.finish()));
    yield* this.#entry(this.#cards.finish());
  }

  *#entry(cut: CutCard | null): Generator<CardEntry> {
    if (cut === null) return;
    this.#place += 1;
    const contact = cut.lines && contactOfLines(cut.lines);
    yield { place: this.#place, contact, start: cut.start };
  }
}

/** Of a card that is cut nobody writes a change back: the rest would be lost there. */
function contactOfLines(lines: readonly string[]): CardContact {
  const contact = contactOfCard(cardOf(lines.slice(0, mostProperties)));
  return lines.length > mostProperties ? { ...contact, readonly: true } : contact;
}

/** The card that these unfolded lines are, without BEGIN and END; lines that are none are left out. */
function cardOf(lines: readonly string[]): JCard {
  const read = lines.flatMap((line) => {
    const property = readProperty(line);
    return property ? [property] : [];
  });
  const version = read.find(([name]) => name === 'version')?.[3].trim();
  const properties = read
    .filter(([name]) => name !== 'version')
    .map((property) => decoded(property, version === '2.1'));
  return ['vcard', [['version', {}, 'unknown', version === '4.0' ? '4.0' : '3.0'], ...properties]];
}

/** Who a card is about. */
export function contactOfCard(original: JCard): CardContact {
  const all = original[1];
  const named = (name: string) => all.filter((property) => property[0] === name);
  const text = (name: string): string | null =>
    named(name)
      .map(([, , , value]) => readText(value))
      .find(Boolean) ?? null;
  const [lastName = null, firstName = null, middle, prefix, suffix] = partsOf(named('n')[0]?.[3] ?? '').map(
    (part) => partsOf(part, ',').map(readText).filter(Boolean).join(' ') || null,
  );
  const organization = readText(partsOf(named('org')[0]?.[3] ?? '')[0] ?? '') || null;
  const composed = [prefix, firstName, middle, lastName, suffix].filter(Boolean).join(' ') || null;
  const numbers = named('tel').filter((property) => numberOf(property) !== '');
  const labelOf = labelsOf(all);
  const kind = text('kind') ?? text('x-addressbookserver-kind');
  return {
    uid: text('uid'),
    isGroup: kind?.toLowerCase() === 'group',
    name: text('fn') ?? composed ?? organization ?? text('nickname'),
    firstName,
    lastName,
    organization,
    email: text('email')?.replace(/^mailto:/i, '') ?? null,
    phoneNumbers: numbers.slice(0, mostNumbers).map((property) => ({
      label: labelOf(property),
      number: numberOf(property),
    })),
    avatarUrl: named('photo').flatMap((photo) => pictureUrl(photo) ?? [])[0] ?? null,
    contactUrl: null,
    readonly: numbers.length > mostNumbers,
    relatesTo: [],
    original,
  };
}

/** The number of a line TEL as it is written; empty where there is none. */
export function numberOf([, , , value]: JProperty): string {
  const text = readText(value);
  const uri = /^tel:(?<number>[^;?]*)/i.exec(text)?.groups?.['number'];
  return uri === undefined ? text : unescaped(uri).trim();
}

/** Tells what kind of number a line TEL of this card has: by its own types, or by the label that Apple keeps in a line beside it. */
export function labelsOf(all: readonly JProperty[]): (property: JProperty) => FileNumberLabel {
  const beside = new Map<unknown, string>();
  for (const [name, { group }, , value] of all) {
    if (name === 'x-ablabel' && group !== undefined && !beside.has(group)) beside.set(group, value);
  }
  return (property) =>
    numberLabelOf([...parameterValues(property, 'type'), readText(beside.get(property[1]['group']) ?? '')].join(' '));
}

/** The line without the writing of 2.1: quoted-printable, names of characters, commas that separate nothing. */
const decoded = ([name, parameters, type, value]: JProperty, isOld: boolean): JProperty => {
  const { encoding, charset, ...others } = parameters;
  const way = String(encoding ?? '').toLowerCase();
  if (way === 'base64' || way === 'b') {
    return [name, { ...parameters, encoding: 'b' }, type, value.replace(/\s/g, '')];
  }
  const isCoded = way === 'quoted-printable';
  const text = isCoded ? decodeQuotedPrintable(value, charset === undefined ? undefined : String(charset)) : value;
  const plain = text.replace(/\r\n|\r|\n/g, '\\n').replace(controls, '');
  const isAddress = type === 'url' || type === 'uri' || name === 'url';
  if (isAddress || !(isOld || isCoded)) return [name, others, type, plain];
  return [name, others, type, plain.replace(/\\.|,/g, (sign) => (sign === ',' ? '\\,' : sign))];
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const controls = /[\u0000-\u0008\u000b-\u001f\u007f]/g;

const pictureUrl = ([, , , value]: JProperty): string | null => {
  const text = readText(value);
  return /^https?:\/\//i.test(text) && URL.canParse(text) ? text : null;
};

const unescaped = (uri: string): string => {
  try {
    return decodeURIComponent(uri);
  } catch (error) {
    // A percent sign that begins no code.
    if (error instanceof URIError) return uri;
    throw error;
  }
};
