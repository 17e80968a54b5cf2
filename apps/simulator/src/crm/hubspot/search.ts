import { z } from 'zod';
import { type HubSpotObjects, propertyOf, type Stored } from './objects.ts';

const filter = z.strictObject({
  propertyName: z.string(),
  operator: z.enum(['EQ', 'GTE', 'GT', 'LT', 'LTE', 'CONTAINS_TOKEN', 'HAS_PROPERTY']),
  value: z.string().optional(),
});

/** The body of a search, as strict as the vendor is. */
export const searchBody = z.strictObject({
  query: z.string().max(3000).optional(),
  filterGroups: z
    .array(z.strictObject({ filters: z.array(filter).max(6) }))
    .max(5)
    .default([]),
  sorts: z
    .array(z.strictObject({ propertyName: z.string(), direction: z.enum(['ASCENDING', 'DESCENDING']) }))
    .max(1)
    .default([]),
  properties: z.array(z.string()).default([]),
  limit: z.number().int().min(1).max(200).default(10),
  after: z.union([z.string(), z.number()]).optional(),
});
type Search = z.infer<typeof searchBody>;

/** No search gives more than these, however many there are. */
const mostFound = 10_000;

/** What a search gives: at most one page of what is indexed, and where the next one begins; null where it would begin too far. */
export function found(
  objects: HubSpotObjects,
  type: string,
  { query, filterGroups, sorts, limit, after }: Search,
  isIndexed: (one: Stored) => boolean,
): { readonly total: number; readonly page: readonly Stored[]; readonly next: string | null } | null {
  const all = objects
    .of(type)
    .filter((one) => !one.archived && isIndexed(one))
    .filter((one) => query === undefined || matches(one, query))
    .filter(
      (one) =>
        filterGroups.length === 0 || filterGroups.some(({ filters }) => filters.every((each) => fits(one, each))),
    );
  const [sort] = sorts;
  const key = sort?.propertyName ?? 'createdate';
  const sign = sort?.direction === 'DESCENDING' ? -1 : 1;
  all.sort((one, other) => sign * compare(propertyOf(one, key) ?? '', propertyOf(other, key) ?? ''));
  const from = Number(after ?? 0);
  if (from + limit > mostFound) return null;
  const page = all.slice(from, from + limit);
  return { total: all.length, page, next: from + limit < all.length ? String(from + limit) : null };
}

const matches = (one: Stored, query: string): boolean => {
  const words = Object.values(one.properties).join(' ').toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => words.includes(word));
};

function fits(one: Stored, { propertyName, operator, value = '' }: z.infer<typeof filter>): boolean {
  const own = digitsOf(one, propertyName) ?? propertyOf(one, propertyName);
  if (operator === 'HAS_PROPERTY') return own !== undefined && own !== '';
  if (own === undefined) return false;
  const wanted = asTime(propertyName, value);
  const order = compare(own, wanted);
  switch (operator) {
    case 'EQ':
      return own === wanted;
    case 'GTE':
      return order >= 0;
    case 'GT':
      return order > 0;
    case 'LTE':
      return order <= 0;
    case 'LT':
      return order < 0;
    case 'CONTAINS_TOKEN':
      return own
        .toLowerCase()
        .split(/[^\p{L}\p{N}]+/u)
        .includes(value.toLowerCase());
  }
}

/** Numbers that the vendor makes searchable: digits without the code of the country. */
function digitsOf({ properties }: Stored, property: string): string | undefined {
  const of = {
    hs_searchable_calculated_phone_number: properties['phone'],
    hs_searchable_calculated_mobile_number: properties['mobilephone'],
  }[property];
  return of
    ?.replace(/^\s*(\+|00)49/, '')
    .replace(/\D/g, '')
    .replace(/^0/, '');
}

/** Times may be asked for in milliseconds. */
const asTime = (property: string, value: string): string =>
  /date$|^hs_timestamp$/.test(property) && /^\d+$/.test(value) ? new Date(Number(value)).toISOString() : value;

const compare = (one: string, other: string): number => {
  const [a, b] = [Number(one), Number(other)];
  if (Number.isFinite(a) && Number.isFinite(b) && one !== '' && other !== '') return a - b;
  return one < other ? -1 : one > other ? 1 : 0;
};
