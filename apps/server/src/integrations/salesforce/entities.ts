import type { EntityType } from '@sidetone/contract/entities/integration.ts';
import { z } from 'zod';
import type { Entity, EntityRef } from '../../crm/crm-side.ts';
import { isOf } from '../crm/vendor-errors.ts';
import type { SalesforceClient } from './client.ts';
import { isMissing } from './described.ts';
import { isSalesforceId, quoted, wordsToFind } from './soql.ts';

/** How records that calls are logged to are kept there. */
interface EntityKind {
  readonly type: EntityType;
  readonly object: string;
  /** What they are called by, the first that says something. */
  readonly label: readonly string[];
  /** Whether one is open, by a field; null where that means nothing. */
  readonly isOpen: { readonly field: string; readonly open: boolean } | null;
  /** Objects that a company made may belong to another record instead of a user. */
  readonly hasOwner: boolean;
}

const standard: readonly EntityKind[] = [
  { type: 'contacts', object: 'Contact', label: ['Name'], isOpen: null, hasOwner: true },
  { type: 'leads', object: 'Lead', label: ['Name'], isOpen: { field: 'IsConverted', open: false }, hasOwner: true },
  { type: 'accounts', object: 'Account', label: ['Name'], isOpen: null, hasOwner: true },
  {
    type: 'opportunities',
    object: 'Opportunity',
    label: ['Name'],
    isOpen: { field: 'IsClosed', open: false },
    hasOwner: true,
  },
  {
    type: 'cases',
    object: 'Case',
    label: ['Subject', 'CaseNumber'],
    isOpen: { field: 'IsClosed', open: false },
    hasOwner: true,
  },
];

/** Objects that only some companies have, by the type that they are here; see INTEGRATION_SALESFORCE_OBJECTS. */
export type OwnObjects = Readonly<Partial<Record<EntityType, string>>>;

export const entityKinds = (own: OwnObjects): readonly EntityKind[] => [
  ...standard,
  ...Object.entries(own).map(([type, object]) => ({
    type: type as EntityType,
    object,
    label: ['Name'],
    isOpen: null,
    hasOwner: false,
  })),
];

const value = z.union([z.string().max(100_000), z.boolean(), z.null()]);
const found = z
  .object({ Id: z.string().regex(/^[a-zA-Z0-9]{18}$/), attributes: z.object({ type: z.string().max(100) }) })
  .catchall(z.union([value, z.record(z.string(), z.unknown())]));
type Found = z.infer<typeof found>;

/** Records of one kind that are shown of another record. */
const most = 50;
const mostFound = 20;

export function salesforceEntities(client: SalesforceClient, own: OwnObjects) {
  const all = entityKinds(own);
  const kindOfType = (type: EntityType) => all.find((one) => one.type === type);
  const shown = (kind: EntityKind, one: Found): Entity => entityOf(client, kind, one);
  const query = async (type: EntityType, where: string, signal: AbortSignal): Promise<Entity[]> => {
    const kind = kindOfType(type);
    if (kind === undefined) return [];
    const soql = `SELECT ${columns(kind)} FROM ${kind.object} WHERE ${where} ORDER BY CreatedDate DESC LIMIT ${most}`;
    const { body } = await client.query(soql, found, signal);
    return body.map((one) => shown(kind, one));
  };
  /** A kind that the connection may not see belongs to nothing. */
  const visible = (type: EntityType, where: string, signal: AbortSignal) =>
    query(type, where, signal).catch((error: unknown) => {
      if (isMissing(error)) return [];
      throw error;
    });

  const ofRelations = relationsBy(query);

  return {
    /** Null where it is gone, or the connection may not know of it; Salesforce does not tell these apart. */
    async entity({ type, id }: EntityRef, signal: AbortSignal): Promise<Entity | null> {
      if (!isSalesforceId(id)) return null;
      try {
        const [one] = await query(type, `Id = ${quoted(id)}`, signal);
        return one ?? null;
      } catch (error) {
        if (!isHidden(error)) throw error;
        return { type, id, label: '', url: null, isOpen: null, ownerId: null, isHidden: true };
      }
    },

    entitiesOf: (ref: EntityRef, signal: AbortSignal) => belongingsOf(client, { visible, ofRelations }, ref, signal),

    async searchEntities(words: string, types: readonly EntityType[], signal: AbortSignal): Promise<Entity[]> {
      const wanted = wordsToFind(words);
      const searched = all.filter(({ type }) => types.includes(type));
      if (wanted === null || searched.length === 0) return [];
      const returned = searched.map((kind) => `${kind.object}(${columns(kind)} LIMIT ${mostFound})`).join(', ');
      const sosl = `FIND ${wanted} IN ALL FIELDS RETURNING ${returned}`;
      const records = await client.search(sosl, found, signal);
      return records
        .flatMap((one) => {
          const kind = searched.find(({ object }) => object === one.attributes.type);
          return kind === undefined ? [] : [shown(kind, one)];
        })
        .slice(0, mostFound);
    },
  };
}

/** Records of a type that meet a condition. */
type Query = (type: EntityType, where: string, signal: AbortSignal) => Promise<Entity[]>;

/** What the company does not have is asked for once. */
function relationsBy(query: Query): Asking['ofRelations'] {
  let hasRelations = true;
  return async (contact, signal) => {
    if (!hasRelations) return null;
    const where = `Id IN (SELECT AccountId FROM AccountContactRelation WHERE ContactId = ${contact})`;
    try {
      return await query('accounts', where, signal);
    } catch (error) {
      if (!isMissing(error)) throw error;
      hasRelations = false;
      return null;
    }
  };
}

interface Asking {
  /** None of a type that the connection may not see. */
  readonly visible: Query;
  /** The accounts that a contact works for, its own among them; null where the company does not relate contacts to several. */
  ofRelations(contact: string, signal: AbortSignal): Promise<Entity[] | null>;
}

/**
 * Of a contact: its account and others that it works for, the opportunities that it has a part in, those of its account, and its cases.
 */
async function belongingsOf(
  client: SalesforceClient,
  { visible, ofRelations }: Asking,
  { type, id }: EntityRef,
  signal: AbortSignal,
): Promise<Entity[]> {
  if (!isSalesforceId(id)) return [];
  const own = quoted(id);
  const ofAccount = (account: string) => visible('opportunities', `AccountId = ${account}`, signal);
  switch (type) {
    case 'accounts':
      return (await Promise.all([ofAccount(own), visible('cases', `AccountId = ${own}`, signal)])).flat();
    case 'opportunities':
    case 'cases': {
      const account = await accountOf(client, type === 'cases' ? 'Case' : 'Opportunity', id, signal);
      return account === null ? [] : await visible('accounts', `Id = ${quoted(account)}`, signal);
    }
    case 'contacts': {
      const [account, related] = await Promise.all([
        accountOf(client, 'Contact', id, signal),
        ofRelations(own, signal),
      ]);
      const isAmong = related?.some((one) => one.id === account) ?? false;
      const part = `Id IN (SELECT OpportunityId FROM OpportunityContactRole WHERE ContactId = ${own})`;
      const lists = await Promise.all([
        account === null || isAmong ? [] : visible('accounts', `Id = ${quoted(account)}`, signal),
        related ?? [],
        visible('opportunities', part, signal),
        account === null ? [] : ofAccount(quoted(account)),
        visible('cases', `ContactId = ${own}`, signal),
      ]);
      return [...new Map(lists.flat().map((one) => [`${one.type}:${one.id}`, one])).values()];
    }
    default:
      return [];
  }
}

const columns = ({ label, isOpen, hasOwner }: EntityKind): string =>
  ['Id', ...label, ...(hasOwner ? ['OwnerId'] : []), ...(isOpen === null ? [] : [isOpen.field])].join(', ');

function entityOf(client: SalesforceClient, kind: EntityKind, one: Found): Entity {
  const named = kind.label.map((name) => one[name]).find((label) => typeof label === 'string' && label.trim() !== '');
  const owner = one['OwnerId'];
  return {
    type: kind.type,
    id: one.Id,
    label: typeof named === 'string' ? named : one.Id,
    url: client.urlOf(kind.object, one.Id),
    isOpen: kind.isOpen === null ? null : one[kind.isOpen.field] === kind.isOpen.open,
    ownerId: typeof owner === 'string' ? owner : null,
    isHidden: false,
  };
}

const withAccount = z.object({ AccountId: z.string().max(18).nullish() });

async function accountOf(
  client: SalesforceClient,
  object: string,
  id: string,
  signal: AbortSignal,
): Promise<string | null> {
  try {
    const { body } = await client.query(
      `SELECT AccountId FROM ${object} WHERE Id = ${quoted(id)}`,
      withAccount,
      signal,
    );
    return body[0]?.AccountId ?? null;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

const isHidden = (error: unknown): boolean => isOf(error, 'forbidden') || isMissing(error);
