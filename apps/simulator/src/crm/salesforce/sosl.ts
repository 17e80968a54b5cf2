import { QueryError, Words } from '../query-words.ts';
import { knownField, knownObject, restOf } from './soql.ts';
import { type SalesforceStore, type Stored, shown } from './store.ts';

const form = /^FIND \{((?:\\.|[^}\\])+)\} IN (ALL|NAME|PHONE|EMAIL) FIELDS RETURNING (.+)$/s;
const phones = ['Phone', 'MobilePhone', 'HomePhone', 'OtherPhone'];

/** The answer of a search: records of each object that is returned, in that order. */
export function foundBy(store: SalesforceStore, sosl: string) {
  const [, wanted = '', where = '', returned = ''] = form.exec(sosl) ?? [];
  if (wanted === '') throw new QueryError('MALFORMED_QUERY', 'FIND must be followed by a search term in braces');
  const matches = matcherOf(wanted);
  const found: Record<string, unknown>[] = [];
  for (const [object, inner] of partsOf(returned)) {
    const words = new Words(inner);
    const fields = words.list();
    for (const name of fields) knownField(store, knownObject(object), name);
    const records = restOf(store, object, words, false);
    found.push(...records.filter((one) => matches(textOf(one, where))).map((one) => shown(store, one, fields)));
  }
  return { searchRecords: found };
}

/** `Contact(Id, Name WHERE … LIMIT 20), Lead(Id)`: each object, and what stands in its parentheses. */
function partsOf(returned: string): [string, string][] {
  const parts: [string, string][] = [];
  let rest = returned.trim();
  while (rest !== '') {
    const [, object = ''] = /^(\w+)\(/.exec(rest) ?? [];
    if (object === '') throw new QueryError('MALFORMED_QUERY', `unexpected token: ${rest.slice(0, 20)}`);
    let depth = 0;
    let end = object.length;
    for (; end < rest.length; end += 1) {
      if (rest[end] === '(') depth += 1;
      if (rest[end] === ')') depth -= 1;
      if (depth === 0) break;
    }
    parts.push([object, rest.slice(object.length + 1, end)]);
    rest = rest.slice(end + 1).replace(/^\s*,\s*/, '');
  }
  return parts;
}

const textOf = ({ values }: Stored, where: string): string =>
  Object.entries(values)
    .filter(([name]) => (where === 'PHONE' ? phones.includes(name) : true))
    .map(([, value]) => String(value ?? ''))
    .join('\n')
    .toLowerCase();

/** `one* AND two*`, or `"30 12345" OR "3012345"`. Letters that mean something have to be escaped. */
function matcherOf(wanted: string): (text: string) => boolean {
  const isAny = / OR /.test(wanted);
  const tests = wanted.split(isAny ? ' OR ' : ' AND ').map((part) => {
    const bare = part.replace(/^"(.*)"$/s, '$1');
    if (/(?<!\\)[?&|!{}[\]()^~:"'+-]/.test(bare)) throw new QueryError('MALFORMED_QUERY', 'unescaped character');
    const plain = bare
      .replace(/(?<!\\)\*$/, '')
      .replace(/\\(.)/g, '$1')
      .toLowerCase();
    if (plain.length < 2) throw new QueryError('INVALID_SEARCH', 'search term must be longer than one character');
    const wordsOf = (text: string) => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
    const terms = wordsOf(plain);
    return (text: string) => {
      // Words of a phrase follow each other in one value; the last one may go on where a star says so.
      return text
        .split('\n')
        .some((value) =>
          ` ${wordsOf(value).join(' ')} `.includes(` ${terms.join(' ')}${bare.endsWith('*') ? '' : ' '}`),
        );
    };
  });
  return (text) => (isAny ? tests.some((test) => test(text)) : tests.every((test) => test(text)));
}
