import { type Element, xml2js } from 'xml-js';

/** Values of lines `key = value` as a phone reads them. Throws for a line that is neither that, nor a comment, nor empty. */
export function readLines(text: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const line of text.split(/[\r\n\u2028\u2029\u0085\v\f]/)) {
    if (line === '' || line.startsWith('#')) continue;
    const [, key, value] = /^([a-z0-9_.]+) = (.+)$/u.exec(line) ?? [];
    if (key === undefined || value === undefined || values.has(key))
      throw new Error(`No setting, or the second: ${line}`);
    values.set(key, value);
  }
  return values;
}

/** The element that a document of XML consists of. Throws for what is not well-formed. */
export function readXml(text: string): Element {
  const root = (xml2js(text, { compact: false }) as Element).elements?.find(({ type }) => type === 'element');
  if (!root) throw new Error('No element.');
  return root;
}

/** Every element below one, itself included, in their order. */
export const allOf = (element: Element): readonly Element[] => [
  element,
  ...(element.elements ?? []).filter(({ type }) => type === 'element').flatMap(allOf),
];

export const textOf = (element: Element | undefined): string =>
  (element?.elements ?? []).map(({ text }) => String(text ?? '')).join('');

/** The text of the first element of this name. */
export const textIn = (root: Element, name: string): string | undefined => {
  const found = allOf(root).find((one) => one.name === name);
  return found && textOf(found);
};
