import { QueryError, Words } from '../query-words.ts';
import { objects } from './schema.ts';
import { fieldValue, type SalesforceStore, type Stored, shown, type Value } from './store.ts';

type Test = (one: Stored) => boolean;
interface Selected {
  readonly object: string;
  readonly fields: readonly string[];
  readonly records: Stored[];
}

/** Runs a query, or a part of one in parentheses. */
function select(store: SalesforceStore, words: Words, withDeleted: boolean): Selected {
  words.want('SELECT');
  const fields = words.list();
  words.want('FROM');
  const object = knownObject(words.take());
  for (const name of fields) knownField(store, object, name);
  return { object, fields, records: restOf(store, object, words, withDeleted) };
}

export function knownObject(name: string): string {
  if (objects[name] === undefined) {
    throw new QueryError('INVALID_TYPE', `sObject type '${name}' is not supported.`);
  }
  return name;
}

export function knownField(store: SalesforceStore, object: string, path: string): void {
  const probe: Stored = { id: '', object, values: {}, createdAt: '', changedAt: '', isDeleted: false };
  if (fieldValue(store, probe, path) === undefined) {
    throw new QueryError('INVALID_FIELD', `No such column '${path}' on entity '${object}'.`);
  }
}

/** What follows the object: WHERE, ORDER BY, LIMIT. */
export function restOf(store: SalesforceStore, object: string, words: Words, withDeleted: boolean): Stored[] {
  const test = words.skip('WHERE') ? either(store, object, words) : () => true;
  const found = [...store.all.values()].filter(
    (one) => one.object === object && (withDeleted || !one.isDeleted) && test(one),
  );
  if (words.skip('ORDER')) {
    words.want('BY');
    const by = words.take();
    knownField(store, object, by);
    const sign = words.skip('DESC') ? -1 : 1;
    if (sign > 0) words.skip('ASC');
    found.sort((a, b) => sign * compare(fieldValue(store, a, by) ?? null, fieldValue(store, b, by) ?? null));
  }
  if (!words.skip('LIMIT')) return found;
  const limit = Number(words.take());
  if (!Number.isInteger(limit) || limit < 0) throw new QueryError('MALFORMED_QUERY', 'LIMIT');
  return found.slice(0, limit);
}

function either(store: SalesforceStore, object: string, words: Words): Test {
  const first = one(store, object, words);
  const all = [first];
  const joint = words.peek();
  if (joint !== 'AND' && joint !== 'OR') return first;
  while (words.skip(joint)) all.push(one(store, object, words));
  // The vendor wants parentheses where both are mixed.
  if (words.peek() === 'AND' || words.peek() === 'OR') throw new QueryError('MALFORMED_QUERY', 'unexpected token');
  return joint === 'AND' ? (each) => all.every((test) => test(each)) : (each) => all.some((test) => test(each));
}

function one(store: SalesforceStore, object: string, words: Words): Test {
  if (words.skip('(')) {
    const inner = either(store, object, words);
    words.want(')');
    return inner;
  }
  const path = words.take();
  knownField(store, object, path);
  if (store.fieldOf(object, path)?.filterable === false) {
    throw new QueryError('INVALID_FIELD', `field '${path}' can not be filtered in a query call`);
  }
  if (words.skip('IN')) return within(store, path, words);
  const operator = words.take();
  const wanted = literalOf(words.take());
  return (each) => {
    const own = fieldValue(store, each, path) ?? null;
    if (operator === '=') return same(own, wanted);
    if (operator === '!=') return !same(own, wanted);
    if (own === null) return false;
    const order = compare(own, wanted);
    if (operator === '>') return order > 0;
    if (operator === '>=') return order >= 0;
    if (operator === '<') return order < 0;
    if (operator === '<=') return order <= 0;
    throw new QueryError('MALFORMED_QUERY', `unexpected token: ${operator}`);
  };
}

function within(store: SalesforceStore, path: string, words: Words): Test {
  words.want('(');
  const wanted = new Set<Value>();
  if (words.peek() === 'SELECT') {
    const { fields, records } = select(store, words, false);
    for (const each of records) wanted.add(fieldValue(store, each, fields[0] ?? '') ?? null);
  } else for (const literal of words.list()) wanted.add(literalOf(literal));
  words.want(')');
  return (each) => wanted.has(fieldValue(store, each, path) ?? null);
}

function literalOf(word: string): Value {
  if (word.startsWith("'")) return word.slice(1, -1).replace(/\\(.)/g, '$1');
  if (/^null$/i.test(word)) return null;
  if (/^(true|false)$/i.test(word)) return word.toLowerCase() === 'true';
  if (/^\d+(\.\d+)?$/.test(word)) return Number(word);
  if (!Number.isNaN(Date.parse(word))) return word;
  throw new QueryError('MALFORMED_QUERY', `unexpected token: ${word}`);
}

/** The vendor takes large and small letters for the same, and an empty text for none. Ids tell them apart. */
const same = (own: Value, wanted: Value): boolean =>
  typeof own === 'string' && typeof wanted === 'string' && !/^[a-zA-Z0-9]{18}$/.test(own)
    ? own.toLowerCase() === wanted.toLowerCase()
    : (own === '' ? null : own) === wanted;

function compare(one: Value, other: Value): number {
  if (one === null || other === null) return Number(one !== null) - Number(other !== null);
  const [a, b] = [timeOf(one), timeOf(other)];
  return a < b ? -1 : a > b ? 1 : 0;
}
const timeOf = (value: NonNullable<Value>): string | number | boolean =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value.replace('+0000', 'Z')) : value;

/**
 * The answer of a query. `batch`: the most records of a page, which the vendor makes smaller where records are large; a page may
 * have fewer than the query's own limit, and says so.
 */
export function answerOf(store: SalesforceStore, soql: string, withDeleted: boolean, batch: number) {
  const words = new Words(soql);
  const { fields, records } = select(store, words, withDeleted);
  if (words.peek() !== '') throw new QueryError('MALFORMED_QUERY', `unexpected token: ${words.peek()}`);
  const page = records.slice(0, batch);
  const isDone = records.length <= batch;
  return {
    totalSize: records.length,
    done: isDone,
    ...(isDone ? {} : { nextRecordsUrl: `/services/data/v67.0/query/01g000000000001AAA-${batch}` }),
    records: page.map((each) => shown(store, each, fields)),
  };
}
