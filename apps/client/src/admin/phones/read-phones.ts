import { newPhoneSetup } from '@sidetone/contract/entities/phone-setup.ts';
import { printedMac } from '@sidetone/contract/rules/phone-setup-address.ts';

/** A desk phone as a pasted line has it. */
export interface PastedPhone {
  /** Twelve digits with colons, or what the line has instead. */
  readonly mac: string;
  /** Of its user; empty where the line has none. */
  readonly extension: string;
  /** What else the line says; empty for most. */
  readonly name: string;
}

export type PhoneProblem = 'macWrong' | 'noUser' | 'sameTwice';

const macIn = /(?<![0-9a-f])(?:[0-9a-f]{2}[:.-]?){5}[0-9a-f]{2}(?![0-9a-f])/i;

/**
 * Phones from pasted lines: MAC address and extension in any order, between commas, semicolons, tabs or spaces, and optionally
 * a name. Every line is kept, so that none disappears silently; only headings above phones are no phone.
 */
export function readPhones(text: string): PastedPhone[] {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const [first = '', second = ''] = lines;
  // Headings have no digits.
  const isHeaded = !/\d/.test(first) && macIn.test(second);
  return (isHeaded ? lines.slice(1) : lines).map(readLine);
}

function readLine(line: string): PastedPhone {
  const found = macIn.exec(line)?.[0];
  const cells = (found === undefined ? line : line.replace(found, ' ')).split(/[\s,;]+/).filter((cell) => cell !== '');
  const at = cells.findIndex((cell) => /^[1-9]\d{0,4}$/.test(cell));
  const others = cells.filter((_, index) => index !== at);
  // Without an address, the first word is what was meant to be one.
  const meant = found ?? others.shift() ?? '';
  const mac = newPhoneSetup.shape.mac.safeParse(meant);
  return { mac: mac.success ? printedMac(mac.data) : meant, extension: cells[at] ?? '', name: others.join(' ') };
}

/** Why this phone cannot be set up; null where it can. `isUsers`: whether an extension is a user's. */
export function problemOfPhone(
  phones: readonly PastedPhone[],
  at: number,
  isUsers: (extension: string) => boolean,
): PhoneProblem | null {
  const phone = phones[at];
  if (!phone || !newPhoneSetup.shape.mac.safeParse(phone.mac).success) return 'macWrong';
  if (phones.findIndex(({ mac }) => mac === phone.mac) !== at) return 'sameTwice';
  return isUsers(phone.extension) ? null : 'noUser';
}
