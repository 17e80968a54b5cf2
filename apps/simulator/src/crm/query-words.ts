/** A query that the vendor does not take, by its code. */
export class QueryError extends Error {
  override readonly name = 'QueryError';
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

const token = /\s*('(?:\\.|[^'\\])*'|>=|<=|!=|[=<>(),]|[A-Za-z_][\w.]*|\d[\d.:TZ+-]*)/y;

/** Words of a query, read from the left. */
export class Words {
  readonly #all: readonly string[];
  #at = 0;
  constructor(text: string) {
    const all: string[] = [];
    token.lastIndex = 0;
    while (token.lastIndex < text.trimEnd().length) {
      const found = token.exec(text);
      if (found?.[1] === undefined) throw new QueryError('MALFORMED_QUERY', 'unexpected token');
      all.push(found[1]);
    }
    this.#all = all;
  }
  peek(): string {
    return (this.#all[this.#at] ?? '').toUpperCase();
  }
  take(): string {
    const word = this.#all[this.#at];
    if (word === undefined) throw new QueryError('MALFORMED_QUERY', 'unexpected end of query');
    this.#at += 1;
    return word;
  }
  /** Takes a word if it is the next one. */
  skip(word: string): boolean {
    if (this.peek() !== word) return false;
    this.#at += 1;
    return true;
  }
  want(word: string): void {
    if (!this.skip(word)) throw new QueryError('MALFORMED_QUERY', `expecting '${word}'`);
  }
  list(): string[] {
    const all = [this.take()];
    while (this.skip(',')) all.push(this.take());
    return all;
  }
}
