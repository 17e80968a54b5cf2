// From the rows of docs/requirements/ to where each is: constants and entities, routes, tests, stories.

/** A row of docs/requirements/. */
export interface Requirement {
  readonly id: string;
  readonly text: string;
}

export interface SourceText {
  /** Below the project, with slashes. */
  readonly path: string;
  readonly text: string;
}

/** A route of the API: its name and what a row may call it by, such as `PUT /v3/calls/{id}`. */
export interface NamedRoute {
  readonly name: string;
  readonly operation: string;
}

const placeKinds = ['constant', 'route', 'test', 'story'] as const;
export type PlaceKind = (typeof placeKinds)[number];

/** Where a row is named: `limits.ts maxFavorites`, or the title of a test. */
export interface Place {
  readonly kind: PlaceKind;
  readonly path: string;
  readonly name: string;
}

export interface TracedRow extends Requirement {
  readonly places: readonly Place[];
}

/** Reads a table of two columns, `id,requirement`, with a heading. */
export function readRequirements(csv: string): Requirement[] {
  const [, ...lines] = csv.split('\n').filter((line) => line !== '');
  return lines.map((line) => {
    const [, id = '', text = ''] = /^([^,]+),(.*)$/.exec(line.trimEnd()) ?? [];
    return { id, text: text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text };
  });
}

const oneId = /([A-Z]{2,8})-(\d{3})\b/;
const moreIds = /(, and |, | to | and )([A-Z]{2,8})?-(\d{3})\b/y;

/** The ids that a text names: `ENT-025 to -027, -030` are four. */
export function idsIn(text: string): string[] {
  const found: string[] = [];
  const pattern = new RegExp(`\\b${oneId.source}`, 'g');
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    let [, prefix = '', last = ''] = match;
    found.push(`${prefix}-${last}`);
    moreIds.lastIndex = pattern.lastIndex;
    for (let more = moreIds.exec(text); more; more = moreIds.exec(text)) {
      const [, joint = '', other = prefix, number = ''] = more;
      const first = joint === ' to ' && other === prefix ? Number(last) + 1 : Number(number);
      for (let each = first; each <= Number(number); each += 1) {
        found.push(`${other}-${String(each).padStart(3, '0')}`);
      }
      [prefix, last] = [other, number];
      pattern.lastIndex = moreIds.lastIndex;
    }
  }
  return found;
}

/** Gives each row the places that name it, and the route that it names itself. */
export function traceRows(
  rows: readonly Requirement[],
  sources: readonly SourceText[],
  routes: readonly NamedRoute[] = [],
): TracedRow[] {
  const places = new Map<string, Place[]>();
  for (const source of sources) {
    for (const { id, place } of placesIn(source)) {
      const known = places.get(id) ?? [];
      if (!known.some(({ path, name }) => path === place.path && name === place.name)) known.push(place);
      places.set(id, known);
    }
  }
  return rows.map((row) => ({ ...row, places: [...(places.get(row.id) ?? []), ...routesOf(row, routes)] }));
}

function placesIn({ path, text }: SourceText): { id: string; place: Place }[] {
  const kind = kindOf(path);
  const lines = text.split('\n');
  return lines.flatMap((line, index) =>
    idsIn(line).map((id) => {
      const name = kind === 'test' || kind === 'story' ? titleIn(line) : declaredFrom(lines, index);
      return { id, place: { kind, path, name } };
    }),
  );
}

function kindOf(path: string): PlaceKind {
  if (path.endsWith('.spec.ts')) return 'story';
  if (/\.test\.tsx?$/.test(path)) return 'test';
  return /(^|\/)(http\/|routes\.ts$|[\w-]+-routes\.ts$)/.test(path) ? 'route' : 'constant';
}

/** The quoted text of a line, which is a title or one row of a table of titles. */
function titleIn(line: string): string {
  return /(['"`])((?:(?!\1).)*[A-Z]-\d{3}(?:(?!\1).)*)\1/.exec(line)?.[2] ?? line.trim();
}

/** What is declared below a comment, or in the line itself. */
function declaredFrom(lines: readonly string[], index: number): string {
  for (const line of lines.slice(index, index + 12)) {
    const name = /^\s*(?:export )?(?:const|function|class|interface|type) (\w+)/.exec(line)?.[1];
    const key = /^\s*(\w+)\??: /.exec(line)?.[1];
    if (name ?? key) return name ?? key ?? '';
  }
  return '';
}

const plain = (operation: string) => operation.replaceAll(/\{[^}]*\}/g, '{}').replace(/[.,;)]+$/, '');

function routesOf({ text }: Requirement, routes: readonly NamedRoute[]): Place[] {
  const named = [...text.matchAll(/\b(GET|POST|PUT|PATCH|DELETE) (\/\S+)/g)].map(([whole]) => plain(whole));
  return routes
    .filter(({ operation }) => named.includes(plain(operation)))
    .map(({ name, operation }) => ({ kind: 'route', path: operation, name }));
}

/** Lines for people: each row with its places, or the rows that have none. */
export function describeTrace(rows: readonly TracedRow[]): string[] {
  return rows.flatMap(({ id, text, places }) => [
    `${id}  ${text}`,
    ...places.map(({ kind, path, name }) => `    ${kind.padEnd(8)}  ${name}  (${path})`),
  ]);
}

/** One line: how many rows there are, and how many have places of which kind, and none. */
export function countTrace(rows: readonly TracedRow[]): string {
  const having = placeKinds.map((kind) => {
    const count = rows.filter(({ places }) => places.some((place) => place.kind === kind)).length;
    return `${count} with a ${kind}`;
  });
  const without = rows.filter(({ places }) => places.length === 0).length;
  return `${rows.length} rows: ${having.join(', ')}; ${without} without proof`;
}
