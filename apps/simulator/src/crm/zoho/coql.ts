import { QueryError, Words } from '../query-words.ts';
import { modules } from './schema.ts';
import { fieldValue, hasField, type Stored, type ZohoStore } from './store.ts';

type Test = (one: Stored) => boolean;

/** The records of a query, as answers have them; null where there are none. A query without `where` is refused, as by the vendor. */
export function recordsOf(store: ZohoStore, coql: string): Record<string, unknown>[] | null {
  const words = new Words(coql);
  words.want('SELECT');
  const fields = words.list();
  words.want('FROM');
  const module = words.take();
  if (modules[module] === undefined) throw new QueryError('INVALID_QUERY', `module ${module}`);
  for (const name of fields) known(module, name);
  words.want('WHERE');
  const test = criteria(store, module, words);
  const sign = orderOf(words);
  words.want('LIMIT');
  const limit = Number(words.take());
  if (words.peek() !== '' || !Number.isInteger(limit) || limit < 1 || limit > 2000) {
    throw new QueryError('INVALID_QUERY', 'limit');
  }
  const found = store
    .of(module)
    .filter(test)
    .sort((a, b) => sign * (BigInt(a.id) < BigInt(b.id) ? -1 : 1))
    .slice(0, limit);
  return found.length === 0 ? null : found.map((one) => selected(store, one, fields));
}

const selected = (store: ZohoStore, one: Stored, fields: readonly string[]): Record<string, unknown> => ({
  ...Object.fromEntries(fields.map((name) => [name, fieldValue(store, one, name)])),
  id: one.id,
});

function known(module: string, name: string): void {
  if (!hasField(module, name)) throw new QueryError('INVALID_QUERY', `column given seems to be invalid: ${name}`);
}

function orderOf(words: Words): number {
  words.want('ORDER');
  words.want('BY');
  words.want('ID');
  if (words.skip('DESC')) return -1;
  words.want('ASC');
  return 1;
}

/** One criterion, or two in brackets: `((A and B) and C)`. */
function criteria(store: ZohoStore, module: string, words: Words): Test {
  if (!words.skip('(')) return criterion(store, module, words);
  const first = criteria(store, module, words);
  const isAnd = words.skip('AND');
  if (!isAnd) words.want('OR');
  const second = criteria(store, module, words);
  words.want(')');
  return isAnd ? (one) => first(one) && second(one) : (one) => first(one) || second(one);
}

function criterion(store: ZohoStore, module: string, words: Words): Test {
  const name = words.take();
  known(module, name);
  const field = modules[module]?.fields.find(({ api_name }) => api_name === name);
  if (field?.data_type === 'textarea') throw new QueryError('INVALID_QUERY', `multi-line field in criteria: ${name}`);
  if (words.skip('IS')) {
    const isNot = words.skip('NOT');
    words.want('NULL');
    return (one) => (fieldValue(store, one, name) === null) !== isNot;
  }
  const operator = words.take();
  const word = words.take();
  if (!word.startsWith("'")) throw new QueryError('INVALID_QUERY', 'value');
  const wanted = word.slice(1, -1);
  return (one) => {
    const own = fieldValue(store, one, name);
    if (own === null) return false;
    const order = compare(String(own), wanted);
    switch (operator) {
      case '=':
        return order === 0;
      case '>':
        return order > 0;
      case '>=':
        return order >= 0;
      case '<':
        return order < 0;
      case '<=':
        return order <= 0;
      default:
        throw new QueryError('INVALID_QUERY', operator);
    }
  };
}

function compare(own: string, wanted: string): number {
  if (/^\d{15,}$/.test(own) && /^\d{15,}$/.test(wanted)) return Number(BigInt(own) - BigInt(wanted));
  const [a, b] = [own, wanted].map((value) => (/^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : value)) as [
    string | number,
    string | number,
  ];
  return a < b ? -1 : a > b ? 1 : 0;
}
