/** What is written for a name that says nothing a phone could show. */
const nameless = '-';
const longest = 500;

/** A text on one line, without characters that end or hide one, and of a length that phones take. */
const oneLine = (text: string): string =>
  [
    ...text
      .toWellFormed()
      .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\uFFFE\uFFFF]+/gu, ' ')
      .trim(),
  ]
    .slice(0, longest)
    .join('')
    .trim() || nameless;

/** Lines `key = value`. A value never ends its line, and what phones read as an order to forget one is none. */
export const keyValueLines = (pairs: readonly (readonly [key: string, value: string | number])[]): string =>
  pairs.map(([key, value]) => `${key} = ${oneLine(String(value)).replace(/^%(NULL|EMPTY)%$/i, nameless)}`).join('\n');

/** A text as it stands between tags and in attributes of XML 1.0. */
const xmlText = (text: string | number): string =>
  oneLine(String(text)).replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);

/** An element of XML with a text in it. */
export const xmlElement = (
  name: string,
  text: string | number,
  attributes: Readonly<Record<string, string>> = {},
): string => `<${name}${xmlAttributes(attributes)}>${xmlText(text)}</${name}>`;

export const xmlAttributes = (attributes: Readonly<Record<string, string>>): string =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${xmlText(value)}"`)
    .join('');

/** A document of XML of these lines. */
export const xmlDocument = (lines: readonly string[]): string =>
  ['<?xml version="1.0" encoding="UTF-8"?>', ...lines, ''].join('\n');
