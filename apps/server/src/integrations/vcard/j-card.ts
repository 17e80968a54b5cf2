import ICAL from 'ical.js';
import { z } from 'zod';

/**
 * A line of a card as in jCard (RFC 7095): name, parameters (`group` among them), type of the value, value. The value
 * stays as the file has it, with its escapes, so that what nobody here understands is given back letter for letter.
 */
const jProperty = z.tuple([
  z.string(),
  z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  z.string(),
  z.string(),
]);
export type JProperty = z.infer<typeof jProperty>;

/** A card of version 3.0 or 4.0. One of 2.1 becomes one of 3.0 as it is read. */
export const jCard = z.tuple([z.literal('vcard'), z.array(jProperty)]);
export type JCard = z.infer<typeof jCard>;

/** No names out of prototypes: a property may be called `constructor`. */
const bare = (entries: object = {}): object => Object.assign(Object.create(null), entries);

/** How ical.js reads and writes a line when it has to leave values alone. */
const asItStands = {
  property: bare(),
  value: bare(),
  param: bare({ type: { valueType: 'text', multiValue: ',' } }),
  propertyGroups: true,
};

/** Parameters that 2.1 writes without their name. */
const encodings = /^(quoted-printable|base64|b|7bit|8bit)$/i;

/** No program writes more before the colon, and it takes the square of its length to read. */
const longestHead = 2000;

/** Reads one unfolded line; null for what is no line of a card. */
export function readProperty(line: string): JProperty | null {
  const colon = colonOf(line);
  if (colon < 0 || colon > longestHead) return null;
  const [name = '', ...parameters] = splitAt(line.slice(0, colon), ';', '"').map((part) => part.trim());
  if (!/^([\w-]+\.)?[\w-]+$/.test(name) || /^(begin|end)$/i.test(name)) return null;
  const named = parameters
    .filter((parameter) => parameter !== '')
    .map((parameter) => {
      if (/^[\w-]+=/.test(parameter)) return `;${parameter}`;
      return encodings.test(parameter) ? `;ENCODING=${parameter}` : `;TYPE=${parameter.replace(/[=":]/g, '')}`;
    });
  try {
    const [read, found, type] = ICAL.parse.property(`${name}${named.join('')}:`, asItStands);
    return [read, flat(found), type, line.slice(colon + 1)];
  } catch (error) {
    if (error instanceof ICAL.parse.ParserError) return null;
    throw error;
  }
}

/** Writes a card with CRLF and folded lines (RFC 6350 §3.2). */
export function writeCard([, properties]: JCard): string {
  const lines = properties.map((property) => ICAL.stringify.property(property, asItStands, false));
  return ['BEGIN:VCARD', ...lines, 'END:VCARD', ''].join('\r\n');
}

/** Values of a parameter in lower case. */
export function parameterValues([, parameters]: JProperty, name: string): string[] {
  return [parameters[name] ?? []].flat().flatMap((value) =>
    value
      .toLowerCase()
      .split(',')
      .map((one) => one.trim()),
  );
}

/** A value as people read it, on one line. */
export const readText = (value: string): string =>
  value
    .replace(/\\([\\;,:nN])/g, (_all, letter: string) => (letter === 'n' || letter === 'N' ? '\n' : letter))
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();

/** The parts of a value such as N or ORG, or the values of a part; each still with its escapes. */
export const partsOf = (value: string, between: ';' | ',' = ';'): string[] => splitAt(value, between, '\\');

/** The text as a value, RFC 6350 §3.4; what makes lines becomes a space. */
export const writeText = (text: string): string =>
  text
    .replace(/[\r\n\u2028\u2029\0]+/g, ' ')
    .trim()
    .replace(/[\\;,]/g, '\\$&');

const flat = (parameters: Record<string, unknown>): JProperty[1] =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.flat(2).map(String) : String(value),
    ]),
  );

/** The colon before the value: the first outside of double quotes, or the first where quotes do not end. */
const colonOf = (line: string): number => {
  let quoted = false;
  for (let at = 0; at < line.length; at += 1) {
    if (line[at] === '"') quoted = !quoted;
    else if (line[at] === ':' && !quoted) return at;
  }
  return line.indexOf(':');
};

/** Cuts at a sign, but not within double quotes, or not where a backslash is before it. */
const splitAt = (text: string, sign: string, unless: '"' | '\\'): string[] => {
  const parts: string[] = [];
  let from = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === unless && unless === '\\') at += 1;
    else if (text[at] === unless) quoted = !quoted;
    else if (text[at] === sign && !quoted) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, text.slice(from)];
};
