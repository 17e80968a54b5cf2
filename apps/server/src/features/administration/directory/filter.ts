import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Filter, parse } from 'scim2-parse-filter';
import { ScimError } from '../../../requests/scim-error.ts';

/** What can be asked of a resource, by its path in small letters: the expression in SQL. */
export type FilterColumns = Readonly<Record<string, { readonly of: RawBuilder<unknown>; readonly as: ColumnType }>>;
type ColumnType = 'text' | 'exactText' | 'boolean' | 'moment';

const longest = 1000;
const mostParts = 30;

const invalid = (detail: string, cause?: unknown): ScimError => new ScimError(400, detail, 'invalidFilter', { cause });

/**
 * A filter of SCIM as a condition in SQL, with everything that came from outside as a parameter. Throws `ScimError`
 * invalidFilter for what is no filter, asks for something that is not kept, or is too long.
 */
export function filterCondition(text: string, columns: FilterColumns): RawBuilder<SqlBool> {
  let parts = 0;
  const condition = (filter: Filter, within: string): RawBuilder<SqlBool> => {
    parts += 1;
    if (parts > mostParts) throw invalid('The filter has too many parts.');
    switch (filter.op) {
      case 'and':
      case 'or': {
        const all = filter.filters.map((one) => condition(one, within));
        return sql<SqlBool>`(${sql.join(all, filter.op === 'and' ? sql` and ` : sql` or `)})`;
      }
      case 'not':
        return sql<SqlBool>`not coalesce(${condition(filter.filter, within)}, false)`;
      case '[]':
        return condition(filter.valFilter, `${within}${pathOf(filter.attrPath)}.`);
      case 'pr':
        return sql<SqlBool>`${columnOf(columns, within, filter.attrPath).of} is not null`;
      default:
        return comparison(columnOf(columns, within, filter.attrPath), filter.op, filter.compValue);
    }
  };
  return condition(readFilter(text), '');
}

/** A filter as its parts. Throws `ScimError` invalidFilter. */
export function readFilter(text: string): Filter {
  if (text.length > longest) throw invalid('The filter is too long.');
  // Each bracket is a step down in the parser.
  if ((text.match(/[([]|\bnot\b/gi)?.length ?? 0) > mostParts) throw invalid('The filter has too many parts.');
  try {
    return parse(text);
  } catch (error) {
    throw invalid('The filter is not readable.', error);
  }
}

/** The path of an attribute without the name of its core schema, in small letters: attributes have no case (RFC 7643 §2.1). */
export const pathOf = (path: string): string =>
  path.toLowerCase().replace(/^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/, '');

function columnOf(columns: FilterColumns, within: string, path: string) {
  const name = within + pathOf(path);
  const found = Object.hasOwn(columns, name) ? columns[name] : undefined;
  if (!found) throw invalid('The filter asks for an attribute that is not kept here.');
  return found;
}

function comparison(
  { of, as }: FilterColumns[string],
  op: string,
  value: string | number | boolean | null,
): RawBuilder<SqlBool> {
  if (value === null) {
    if (op === 'eq') return sql<SqlBool>`${of} is null`;
    if (op === 'ne') return sql<SqlBool>`${of} is not null`;
    throw invalid('Only eq and ne compare with null.');
  }
  if (as === 'boolean') return compareBoolean(of, op, value);
  if (typeof value !== 'string') throw invalid('This attribute is compared with a text.');
  if (as === 'moment') return compareMoment(of, op, value);
  return compareText(as === 'text' ? sql`lower(${of})` : of, op, as === 'text' ? value.toLowerCase() : value);
}

function compareBoolean(of: RawBuilder<unknown>, op: string, value: string | number | boolean): RawBuilder<SqlBool> {
  // Some directories write truth as a text.
  const wanted = typeof value === 'string' ? value.toLowerCase() : String(value);
  if (wanted !== 'true' && wanted !== 'false') throw invalid('This attribute is true or false.');
  if (op !== 'eq' && op !== 'ne') throw invalid('This attribute is compared by eq or ne.');
  return sql<SqlBool>`${of} = ${(wanted === 'true') === (op === 'eq')}`;
}

const orders = { eq: sql`=`, ne: sql`<>`, gt: sql`>`, ge: sql`>=`, lt: sql`<`, le: sql`<=` } as const;
const isOrder = (op: string): op is keyof typeof orders => Object.hasOwn(orders, op);

function compareMoment(of: RawBuilder<unknown>, op: string, value: string): RawBuilder<SqlBool> {
  const moment = new Date(value);
  const year = moment.getUTCFullYear();
  if (!isOrder(op) || !(year >= 1970 && year <= 9999)) throw invalid('This attribute is a moment.');
  return sql<SqlBool>`${of} ${orders[op]} ${moment}`;
}

function compareText(of: RawBuilder<unknown>, op: string, value: string): RawBuilder<SqlBool> {
  if (op === 'ne') return sql<SqlBool>`${of} is distinct from ${value}`;
  if (isOrder(op)) return sql<SqlBool>`${of} ${orders[op]} ${value}`;
  if (op === 'co') return sql<SqlBool>`strpos(${of}, ${value}) > 0`;
  if (op === 'sw') return sql<SqlBool>`starts_with(${of}, ${value})`;
  if (op === 'ew') return sql<SqlBool>`right(${of}, length(${value})) = ${value}`;
  throw invalid('The filter has an operator that is none.');
}
