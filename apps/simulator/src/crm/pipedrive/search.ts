import { itemSearchQuery, searchQuery } from './bodies.ts';
import type { Company } from './company.ts';
import type { Kind, Stored } from './records.ts';
import { answered, invalid, type Reply } from './replies.ts';

const kindOf: Readonly<Record<string, Kind>> = {
  person: 'persons',
  organization: 'organizations',
  deal: 'deals',
  lead: 'leads',
};

/** The search of one kind of records. */
export function searchKind(company: Company, kind: 'persons' | 'organizations', given: URLSearchParams): Reply {
  const read = searchQuery.safeParse(Object.fromEntries(given));
  if (!read.success) return invalid(read.error);
  const { term, fields, exact_match, limit } = read.data;
  const found = matching(company, kind, { term, fields: fields.split(','), isExact: exact_match === 'true' });
  return page(company, found.slice(0, limit));
}

/** The search of several kinds at once. */
export function searchItems(company: Company, given: URLSearchParams): Reply {
  const read = itemSearchQuery.safeParse(Object.fromEntries(given));
  if (!read.success) return invalid(read.error);
  const { term, item_types, fields, exact_match, limit } = read.data;
  const wanted = { term, fields: fields.split(','), isExact: exact_match === 'true' };
  const found = item_types.split(',').flatMap((type) => matching(company, kindOf[type] ?? 'persons', wanted));
  return page(company, found.slice(0, limit));
}

interface Wanted {
  readonly term: string;
  readonly fields: readonly string[];
  readonly isExact: boolean;
}

const matching = ({ records, hidden }: Company, kind: Kind, { term, fields, isExact }: Wanted): Stored[] =>
  records
    .of(kind)
    .filter(({ id, isDeleted }) => !isDeleted && !hidden.has(String(id)))
    .filter((one) =>
      fields.some((field) =>
        textsOf(one, field).some((text) =>
          field === 'phone'
            ? term.replace(/\D/g, '') !== '' && text.replace(/\D/g, '').includes(term.replace(/\D/g, ''))
            : isExact
              ? text.toLowerCase() === term.toLowerCase()
              : text.toLowerCase().includes(term.toLowerCase()),
        ),
      ),
    );

const valuesOf = (list: unknown): string[] => ((list ?? []) as { value: string }[]).map(({ value }) => value);

function textsOf({ values }: Stored, field: string): string[] {
  switch (field) {
    case 'phone':
      return valuesOf(values['phones']);
    case 'email':
      return valuesOf(values['emails']);
    case 'name':
    case 'title':
      return typeof values[field] === 'string' ? [values[field]] : [];
    default:
      return [];
  }
}

function page({ records }: Company, found: readonly Stored[]): Reply {
  const items = found.map((one, at) => ({ result_score: 1 / (at + 1), item: itemOf(records, one) }));
  return answered({ items }, { additional_data: { next_cursor: null } });
}

/** What a search tells of a record, which is less than all and in other words. */
function itemOf(records: Company['records'], { id, kind, values }: Stored) {
  const type = Object.keys(kindOf).find((name) => kindOf[name] === kind);
  const organization = typeof values['org_id'] === 'number' ? records.find('organizations', values['org_id']) : null;
  const owner = { id: values['owner_id'] ?? 1 };
  switch (kind) {
    case 'persons':
      return {
        id,
        type,
        name: values['name'],
        phones: valuesOf(values['phones']),
        emails: valuesOf(values['emails']),
        owner,
        organization: organization && { id: organization.id, name: organization.values['name'] },
      };
    case 'deals':
      return { id, type, title: values['title'], status: values['status'] ?? 'open', owner };
    case 'leads':
      return { id, type, title: values['title'], is_archived: values['is_archived'] ?? false, owner };
    default:
      return { id, type, name: values['name'], owner };
  }
}
