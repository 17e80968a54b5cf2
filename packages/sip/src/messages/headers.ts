import { splitOutsideQuotes } from '../grammar/parameters.ts';

/** Compact forms (RFC 3261 §7.3.3 and the extensions that define one). */
const compactForms: Readonly<Record<string, string>> = {
  i: 'call-id',
  m: 'contact',
  e: 'content-encoding',
  l: 'content-length',
  c: 'content-type',
  f: 'from',
  s: 'subject',
  k: 'supported',
  t: 'to',
  v: 'via',
  o: 'event',
  u: 'allow-events',
  r: 'refer-to',
  b: 'referred-by',
  x: 'session-expires',
};

/** Keys of names as they were written before: a few dozen come again and again. */
const keys = new Map<string, string>();
const mostKeys = 500;

const keyOf = (name: string): string => {
  const known = keys.get(name);
  if (known !== undefined) return known;
  const lower = name.toLowerCase();
  const key = compactForms[lower] ?? lower;
  if (keys.size < mostKeys) keys.set(name, key);
  return key;
};

/** The header fields of one message, in order; names are found in any case and in their compact form. */
export class HeaderFields {
  #fields: { readonly key: string; readonly name: string; readonly value: string }[] = [];

  /** `fields` as pairs of name and value, in order. */
  constructor(fields: Iterable<readonly [string, string]> = []) {
    for (const [name, value] of fields) this.add(name, value);
  }

  get size(): number {
    return this.#fields.length;
  }

  /** The value of the first field of this name. */
  get(name: string): string | undefined {
    const key = keyOf(name);
    return this.#fields.find((field) => field.key === key)?.value;
  }

  /** The values of all fields of this name, whole lines. */
  lines(name: string): string[] {
    const key = keyOf(name);
    return this.#fields.filter((field) => field.key === key).map((field) => field.value);
  }

  /** The values of a list field (Via, Route, Contact, Supported…), cut at commas. */
  list(name: string): string[] {
    return this.lines(name).flatMap((line) => splitOutsideQuotes(line, ','));
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  add(name: string, value: string): this {
    // A line break would let a value write header fields of its own.
    this.#fields.push({ key: keyOf(name), name, value: value.replace(/[\r\n\0]+/g, ' ') });
    return this;
  }

  /** Takes the place of every field of this name. */
  set(name: string, value: string | readonly string[]): this {
    this.remove(name);
    for (const one of typeof value === 'string' ? [value] : value) this.add(name, one);
    return this;
  }

  remove(name: string): this {
    const key = keyOf(name);
    this.#fields = this.#fields.filter((field) => field.key !== key);
    return this;
  }

  /** Replaces the topmost value of a list field and leaves the others. */
  setFirst(name: string, value: string): this {
    const rest = this.list(name).slice(1);
    const key = keyOf(name);
    const at = this.#fields.findIndex((field) => field.key === key);
    const others = this.#fields.filter((field) => field.key !== key);
    const fresh = [value, ...rest].map((one) => ({ key, name, value: one }));
    others.splice(Math.max(at, 0), 0, ...fresh);
    this.#fields = others;
    return this;
  }

  *[Symbol.iterator](): IterableIterator<readonly [string, string]> {
    for (const { name, value } of this.#fields) yield [name, value];
  }
}
