import { newPhoneSetup, type PhoneVendor, phoneModel } from '@sidetone/contract/entities/phone-setup.ts';
import { printedMac } from '@sidetone/contract/rules/phones/phone-setup-address.ts';
import { cellsOf, separatorOf } from '../people-import/read-table.ts';
import { plainHeading } from '../people-import/table-columns.ts';
import { vendorNamed, vendorOfMac, vendorOfModel } from './phone-makes.ts';

/** A desk phone as a pasted line has it. */
export interface PastedPhone {
  /** As it was pasted. */
  readonly line: string;
  /** Twelve digits with colons, or what the line has instead. */
  readonly mac: string;
  /** Extension or email address of its user; empty where the line has neither. */
  readonly who: string;
  /** As the line says or else the MAC address tells; null: neither. `other`: one whose phones do not set themselves up here. */
  readonly vendor: PhoneVendor | 'other' | null;
  /** Empty where the line has none. */
  readonly model: string;
  /** What else the line says; empty for most. */
  readonly name: string;
}

export type PhoneProblem = 'macWrong' | 'sameTwice' | 'noUser' | 'vendorUnknown' | 'modelMissing' | 'tooMany';

/** A list has to be done while somebody waits for it. */
export const mostPastedPhones = 200;

const macIn = /(?<![0-9a-f])(?:[0-9a-f]{2}[:.-]?){5}[0-9a-f]{2}(?![0-9a-f])/i;

type Column = 'mac' | 'vendor' | 'model' | 'who' | 'name';
/** Headings in both languages, in small letters without signs. */
const headings: Readonly<Record<Column, readonly string[]>> = {
  mac: ['mac', 'macaddress', 'macadresse', 'hardwareaddress'],
  vendor: ['vendor', 'make', 'manufacturer', 'brand', 'hersteller', 'marke'],
  model: ['model', 'modell', 'type', 'typ', 'device', 'gerat', 'geraet'],
  who: ['extension', 'ext', 'nebenstelle', 'nst', 'durchwahl', 'email', 'mail', 'user', 'benutzer'],
  name: ['name', 'label', 'bezeichnung', 'location', 'standort', 'room', 'raum', 'place', 'platz'],
};
const columnNames = Object.keys(headings) as Column[];

/**
 * Phones from pasted lines: a table with headings, or lines that have a MAC address and the extension or email address of a user
 * in any order, between commas, semicolons, tabs or spaces, and optionally vendor, model and a name. Every line is kept, so that
 * none disappears silently.
 */
export function readPhones(text: string): PastedPhone[] {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const [first = '', ...rest] = lines;
  const heading = macIn.test(first) ? null : headingIn(first);
  return heading === null ? lines.map(readLine) : rest.map((line) => readRow(line, heading));
}

/** The first line where it is the heading of a table; empty where it is a phone or there is none. */
export function headingOf(text: string): string {
  const [first = ''] = text.trimStart().split('\n');
  return readPhones(first).length === 0 ? first.trim() : '';
}

/** Lines that are put back before others; below the heading that they had, where no line is there that has another one or none. */
export function withLinesBack(text: string, heading: string, lines: readonly string[]): string {
  const now = headingOf(text);
  const rest = (now === '' ? text : text.trimStart().slice(now.length)).trim();
  const head = now !== '' || rest !== '' ? now : heading;
  return [head, ...lines, rest].filter((line) => line !== '').join('\n');
}

interface Heading {
  /** What stands between the cells of its table. */
  readonly separator: string;
  readonly columns: readonly (Column | null)[];
}

/** A separator within quotes, or another one than that of the table, is text. */
const cellsIn = (line: string, separator: string): readonly string[] =>
  cellsOf(line, separator)?.[0] ?? line.split(separator).map((cell) => cell.trim());

/** What the columns of a table hold; null for a line that is no heading. */
function headingIn(line: string): Heading | null {
  const separator = separatorOf(line);
  const columns = cellsIn(line, separator).map((cell) => {
    const plain = plainHeading(cell);
    return columnNames.find((column) => headings[column].includes(plain)) ?? null;
  });
  return columns.includes('mac') ? { separator, columns } : null;
}

function readRow(line: string, { separator, columns }: Heading): PastedPhone {
  const cells = cellsIn(line, separator);
  const of = (column: Column): string => {
    const at = columns.indexOf(column);
    return at === -1 ? '' : (cells[at] ?? '');
  };
  const made = readMake(`${of('vendor')} ${of('model')}`.split(/\s+/));
  const model = made.model || of('model');
  const vendor = made.vendor ?? (of('vendor') === '' ? null : 'other');
  return phoneOf(line, of('mac'), { who: of('who'), vendor, model, name: of('name') });
}

function readLine(line: string): PastedPhone {
  const found = macIn.exec(line)?.[0];
  const words = (found === undefined ? line : line.replace(found, ' '))
    .split(/[\s,;|"]+/)
    .filter((cell) => cell !== '');
  const { vendor, model, rest } = readMake(words);
  const at = rest.findIndex((word) => word.includes('@') || /^[1-9]\d{0,4}$/.test(word));
  const others = rest.filter((_, index) => index !== at);
  // Without an address, the first word is what was meant to be one.
  const meant = found ?? others.shift() ?? '';
  return phoneOf(line, meant, { who: rest[at] ?? '', vendor, model, name: others.join(' ') });
}

function phoneOf(
  line: string,
  meant: string,
  { vendor, ...more }: Pick<PastedPhone, 'who' | 'vendor' | 'model' | 'name'>,
): PastedPhone {
  const read = newPhoneSetup.shape.mac.safeParse(meant);
  const mac = read.success ? printedMac(read.data) : meant;
  return { line, mac, vendor: vendor ?? vendorOfMac(mac), ...more };
}

/** Vendor and model among words: a model stands behind its vendor, or has a name that only one vendor gives. */
function readMake(words: readonly string[]): { vendor: PhoneVendor | null; model: string; rest: string[] } {
  const rest = [...words];
  const at = rest.findIndex((word) => vendorNamed(word) !== null);
  const named = vendorNamed(rest[at] ?? '');
  if (named !== null) {
    rest.splice(at, 1);
    // Cisco's line of phones for any exchange.
    if (rest[at]?.toLowerCase() === 'mpp') rest.splice(at, 1);
    const next = rest[at] ?? '';
    const isModel = named === 'cisco' ? /^(?:cp-)?\d{4}[a-z-]*$/i.test(next) : vendorOfModel(next) === named;
    if (isModel) return { vendor: named, model: next, rest: rest.toSpliced(at, 1) };
  }
  const model = rest.findIndex((word) => vendorOfModel(word) !== null);
  if (model === -1) return { vendor: named, model: '', rest };
  const word = rest[model] ?? '';
  return { vendor: named ?? vendorOfModel(word), model: word, rest: rest.toSpliced(model, 1) };
}

/**
 * Why this phone cannot be set up; null where it can. `isUsers`: whether an extension or email address is a user's; `hasModel`:
 * there is a model for lines that name none.
 */
export function problemOfPhone(
  phones: readonly PastedPhone[],
  at: number,
  isUsers: (who: string) => boolean,
  hasModel: boolean,
): PhoneProblem | null {
  const phone = phones[at];
  if (!phone || !newPhoneSetup.shape.mac.safeParse(phone.mac).success) return 'macWrong';
  if (at >= mostPastedPhones) return 'tooMany';
  if (phones.findIndex(({ mac }) => mac === phone.mac) !== at) return 'sameTwice';
  if (!isUsers(phone.who)) return 'noUser';
  if (phone.vendor === 'other') return 'vendorUnknown';
  return (phone.model === '' ? hasModel : phoneModel.safeParse(phone.model).success) ? null : 'modelMissing';
}
