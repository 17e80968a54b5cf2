import type { EntityType } from '@sidetone/contract/entities/integration.ts';
import { z } from 'zod';
import type { Entity, EntityRef } from '../../crm/crm-side.ts';
import type { Deps } from './contacts.ts';
import { type Fields, isHidden } from './fields.ts';
import { isZohoId } from './records.ts';

/** How records that calls are logged to are kept there. */
export const entityKinds = [
  { type: 'contacts', module: 'Contacts', label: 'Full_Name' },
  { type: 'leads', module: 'Leads', label: 'Full_Name' },
  { type: 'accounts', module: 'Accounts', label: 'Account_Name' },
  { type: 'deals', module: 'Deals', label: 'Deal_Name' },
] as const;
type EntityKind = (typeof entityKinds)[number];
const kindOf = (type: EntityType): EntityKind | undefined => entityKinds.find((one) => one.type === type);
/** The module of a type of entities; null for one that Zoho does not have. */
export const moduleOf = (type: EntityType): string | null => kindOf(type)?.module ?? null;

const text = z.string().max(100_000).nullish();
const linked = z.object({ id: z.string().max(30), name: text }).nullish();
const record = z.object({
  id: z.string().regex(/^\d{1,30}$/),
  Full_Name: text,
  Deal_Name: text,
  Account_Name: z.union([z.string().max(100_000), linked]),
  Stage: text,
  Owner: linked,
});
type Found = z.infer<typeof record>;
const page = z.object({ data: z.array(record).max(200) });

/** Records of one kind that are shown of another record. */
const most = 50;
const mostFound = 20;

/** Records of one company that calls are logged to. */
export function zohoEntities(deps: Deps) {
  return {
    async entity({ type, id }: EntityRef, signal: AbortSignal): Promise<Entity | null> {
      const kind = kindOf(type);
      if (kind === undefined || !isZohoId(id)) return null;
      try {
        return (await list(deps, kind, `/${kind.module}/${id}`, {}, signal))[0] ?? null;
      } catch (error) {
        if (!isHidden(error)) throw error;
        return { type, id, label: '', url: null, isOpen: null, ownerId: null, isHidden: true };
      }
    },

    /** Of a contact: its account and its deals. Of an account: its deals. Of a deal: its account. */
    async entitiesOf({ type, id }: EntityRef, signal: AbortSignal): Promise<Entity[]> {
      const kind = kindOf(type);
      if (kind === undefined || !isZohoId(id) || type === 'leads') return [];
      const [account, deals] = await Promise.all([
        type === 'accounts' ? [] : accountOf(deps, kind, id, signal),
        type === 'deals' ? [] : visible(deps, 'deals', `/${kind.module}/${id}/Deals`, signal),
      ]);
      return [...account, ...deals];
    },

    async searchEntities(query: string, types: readonly EntityType[], signal: AbortSignal): Promise<Entity[]> {
      const word = query
        .replace(/\p{Cc}/gu, ' ')
        .trim()
        .slice(0, 100);
      if (word.length < 2) return [];
      const searched = entityKinds.filter(({ type }) => types.includes(type));
      const lists = await Promise.all(
        searched.map(({ type, module }) => visible(deps, type, `/${module}/search`, signal, { word })),
      );
      return lists.flat().slice(0, mostFound);
    },
  };
}

async function list(
  { client, modules, urlOf }: Deps,
  kind: EntityKind,
  path: string,
  query: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Entity[]> {
  const isDeal = kind.type === 'deals';
  const fields = [kind.label, 'Owner', ...(isDeal ? ['Stage'] : [])].join(',');
  const body = await client.read(path, { ...query, fields }, page, signal);
  const stages = isDeal ? await modules.fieldsOf('Deals', signal) : null;
  return (body?.data ?? []).map((one) => ({
    type: kind.type,
    id: one.id,
    label: labelOf(kind, one) ?? one.id,
    url: urlOf(kind.module, one.id),
    isOpen: isDeal ? isOpenStage(stages, one.Stage ?? '') : null,
    ownerId: one.Owner?.id ?? null,
    isHidden: false,
  }));
}

/** A module that the connection may not see has nothing. */
async function visible(
  deps: Deps,
  type: EntityType,
  path: string,
  signal: AbortSignal,
  query: Readonly<Record<string, string>> = {},
): Promise<Entity[]> {
  const kind = kindOf(type);
  if (kind === undefined) return [];
  try {
    return (await list(deps, kind, path, { ...query, per_page: String(most) }, signal)).slice(0, most);
  } catch (error) {
    if (isHidden(error)) return [];
    throw error;
  }
}

async function accountOf(deps: Deps, { module }: EntityKind, id: string, signal: AbortSignal): Promise<Entity[]> {
  const body = await deps.client.read(`/${module}/${id}`, { fields: 'Account_Name' }, page, signal);
  const account = body?.data[0]?.Account_Name;
  return account && typeof account !== 'string'
    ? await visible(deps, 'accounts', `/Accounts/${account.id}`, signal)
    : [];
}

const labelOf = ({ label }: EntityKind, one: Found): string | null => {
  const named = one[label];
  return typeof named === 'string' && named.trim() !== '' ? named : null;
};

/** Stages say what they are for the forecast; without that, closed ones are called so. */
function isOpenStage(fields: Fields | null, stage: string): boolean {
  const option = fields?.get('Stage')?.pick_list_values.find(({ actual_value }) => actual_value === stage);
  return option?.forecast_type ? option.forecast_type === 'Open' : !/^closed/i.test(stage);
}
