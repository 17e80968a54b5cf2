import type { EntityType } from '@sidetone/contract/entities/integration.ts';
import { z } from 'zod';
import type { Entity, EntityRef } from '../../crm/crm-side.ts';
import { isOf } from '../crm/vendor-errors.ts';
import type { PipedriveClient } from './client.ts';
import { isNumericId } from './contacts.ts';
import { api1, api2, type Company, oneOf, pageOf, pageUrl } from './records.ts';

const id = z.union([z.number().int().positive(), z.uuid()]);
const words = z.string().max(100_000).nullish();

/** A record of any of the four kinds; only what is read of it. */
const record = z.object({
  id,
  name: words,
  title: words,
  owner_id: z.number().int().nullish(),
  person_id: z.number().int().nullish(),
  org_id: z.number().int().nullish(),
  organization_id: z.number().int().nullish(),
  status: z.string().max(100).nullish(),
  is_archived: z.boolean().nullish(),
  is_deleted: z.boolean().nullish(),
});
type EntityRecord = z.infer<typeof record>;

const found = z.object({
  data: z.object({
    items: z
      .array(
        z.object({
          item: z.object({
            id,
            type: z.string().max(100),
            name: words,
            title: words,
            status: z.string().max(100).nullish(),
            is_archived: z.boolean().nullish(),
            owner: z.object({ id: z.number().int() }).nullish(),
          }),
        }),
      )
      .max(500),
  }),
});

/** What a call can be logged to, in the order in which it is offered: where it is, its page, and its word in a search. */
const kinds = {
  contacts: { path: `${api2}/persons`, page: 'person', word: 'person' },
  companies: { path: `${api2}/organizations`, page: 'organization', word: 'organization' },
  deals: { path: `${api2}/deals`, page: 'deal', word: 'deal' },
  leads: { path: `${api1}/leads`, page: 'leads/inbox', word: 'lead' },
} as const satisfies Partial<Record<EntityType, object>>;
type Kind = keyof typeof kinds;

export const loggedTypes = Object.keys(kinds) as Kind[];

const isKind = (type: EntityType): type is Kind => Object.hasOwn(kinds, type);
const isLeadId = (given: string): boolean => z.uuid().safeParse(given).success;
/** Leads have UUIDs, all others numbers; anything else leads nowhere. */
export const isIdOf = ({ type, id: given }: EntityRef): boolean =>
  type === 'leads' ? isLeadId(given) : isKind(type) && isNumericId(given);

/** Where people see a record. */
export const urlOf = (company: Company, { type, id: given }: EntityRef): string | null =>
  isKind(type) ? pageUrl(company, kinds[type].page, given) : null;

/** Records of one kind that are listed of another. */
const most = 100;
const mostFound = 20;

/** Whom to ask, and about which company. */
interface At {
  readonly client: PipedriveClient;
  readonly company: Company;
  readonly signal: AbortSignal;
}

/** Records that calls are logged to. */
export function pipedriveEntities(client: PipedriveClient, company: Company) {
  const at = (signal: AbortSignal): At => ({ client, company, signal });
  return {
    entity: (ref: EntityRef, signal: AbortSignal): Promise<Entity | null> => entity(at(signal), ref),
    /** At most four requests. */
    entitiesOf: (ref: EntityRef, signal: AbortSignal): Promise<readonly Entity[]> => entitiesOf(at(signal), ref),
    async searchEntities(query: string, types: readonly EntityType[], signal: AbortSignal): Promise<readonly Entity[]> {
      const wanted = loggedTypes.filter((type) => types.length === 0 || types.includes(type));
      const term = query.trim();
      if (term.length < 2 || wanted.length === 0) return [];
      const item_types = wanted.map((type) => kinds[type].word).join(',');
      const asked = { term, item_types, fields: 'name,title,email,phone', limit: String(mostFound) };
      const { body } = await client.ask({ method: 'GET', path: `${api2}/itemSearch`, query: asked }, found, signal);
      return body.data.items.slice(0, mostFound).flatMap(({ item }) => {
        const type = wanted.find((one) => kinds[one].word === item.type);
        return type ? [entityOf(company, type, { ...item, owner_id: item.owner?.id })] : [];
      });
    },
  };
}

const entityOf = (company: Company, type: Kind, one: EntityRecord): Entity => ({
  type,
  id: String(one.id),
  label: one.name ?? one.title ?? '',
  url: pageUrl(company, kinds[type].page, one.id),
  isOpen: isOpen(type, one),
  ownerId: typeof one.owner_id === 'number' ? String(one.owner_id) : null,
  isHidden: false,
});

async function read({ client, signal }: At, ref: EntityRef): Promise<EntityRecord | 'gone' | 'hidden'> {
  if (!isKind(ref.type) || !isIdOf(ref)) return 'gone';
  try {
    const path = `${kinds[ref.type].path}/${ref.id}`;
    const { body } = await client.ask({ method: 'GET', path }, oneOf(record), signal);
    return body.data.is_deleted ? 'gone' : body.data;
  } catch (error) {
    if (isOf(error, 'not_found')) return 'gone';
    if (isOf(error, 'forbidden')) return 'hidden';
    throw error;
  }
}

async function entity(at: At, ref: EntityRef): Promise<Entity | null> {
  const one = await read(at, ref);
  if (one === 'gone' || !isKind(ref.type)) return null;
  if (one !== 'hidden') return entityOf(at.company, ref.type, one);
  return { ...ref, label: '', url: urlOf(at.company, ref), isOpen: null, ownerId: null, isHidden: true };
}

async function list(
  { client, company, signal }: At,
  type: Kind,
  filter: Readonly<Record<string, string>>,
): Promise<Entity[]> {
  const query = { ...filter, limit: String(most) };
  try {
    const { body } = await client.ask({ method: 'GET', path: kinds[type].path, query }, pageOf(record), signal);
    return (body.data ?? []).filter(({ is_deleted }) => !is_deleted).map((one) => entityOf(company, type, one));
  } catch (error) {
    // The plan has no leads, or the key's user may see no deals: there are none of them.
    if (isOf(error, 'forbidden')) return [];
    throw error;
  }
}

async function entitiesOf(at: At, ref: EntityRef): Promise<readonly Entity[]> {
  const { id } = ref;
  if (!isIdOf(ref)) return [];
  if (ref.type === 'companies') {
    const all = [
      list(at, 'contacts', { org_id: id }),
      list(at, 'deals', { org_id: id }),
      list(at, 'leads', { organization_id: id }),
    ];
    return (await Promise.all(all)).flat();
  }
  const own = await read(at, ref);
  if (own === 'gone' || own === 'hidden') return [];
  const organization = own.org_id ?? own.organization_id;
  const named: EntityRef[] = [];
  if (ref.type !== 'contacts' && typeof own.person_id === 'number')
    named.push({ type: 'contacts', id: String(own.person_id) });
  if (typeof organization === 'number') named.push({ type: 'companies', id: String(organization) });
  const belongings =
    ref.type === 'contacts' ? [list(at, 'deals', { person_id: id }), list(at, 'leads', { person_id: id })] : [];
  const [above, below] = await Promise.all([Promise.all(named.map((one) => entity(at, one))), Promise.all(belongings)]);
  return [...above.filter((one) => one !== null), ...below.flat()];
}

function isOpen(type: Kind, { status, is_archived }: EntityRecord): boolean | null {
  switch (type) {
    case 'deals':
      return status === 'open' && is_archived !== true;
    case 'leads':
      return is_archived !== true;
    default:
      return null;
  }
}
