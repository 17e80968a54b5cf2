import type { CrmEntity, CrmOption } from '@sidetone/contract/entities/call-log.ts';
import { type EntityType, entityTypes } from '@sidetone/contract/entities/integration.ts';
import { z } from 'zod';
import type { CrmAccess } from '../../../crm/crm-access.ts';
import type { CrmSide, Entity, EntityRef } from '../../../crm/crm-side.ts';
import { recordIdOf } from '../../../crm/record-id.ts';
import { requireGrant } from '../../../requests/grants.ts';
import { notFound } from '../../../requests/refusal.ts';
import type { Database } from '../../../storage/database.ts';
import { refusalOf } from '../log/crm-refusal.ts';
import { type Source, sourcesOf } from '../log/sources.ts';
import type { Asker } from '../parts.ts';
import type { CrmAnswers } from './crm-answers.ts';

interface Ground {
  readonly db: Database;
  readonly crm: CrmAccess;
  readonly answers: CrmAnswers;
}

/** A CRM has so long to answer, in milliseconds. */
const withinMs = 12_000;
/** Records that one reply has at most. */
const mostFound = 20;
const mostRelated = 200;

/** The records that a contact of a CRM belongs to. Throws like `use` below. API-084 */
export async function entitiesOfContact(ground: Ground, asker: Asker, contactId: string): Promise<CrmEntity[]> {
  await requireGrant(ground.db, asker, 'CONTACT_READ');
  const contact = await ground.db
    .selectFrom('contacts')
    .select(['integration_id', 'external_id', 'type'])
    .where('account_id', '=', asker.accountId)
    .where('id', '=', contactId)
    .executeTakeFirst();
  const type = z.enum(entityTypes).safeParse(contact?.type).data;
  const { integration_id: integrationId, external_id: mirrored } = contact ?? {};
  if (!integrationId || !mirrored || type === undefined) throw notFound('contact of a CRM');
  const id = recordIdOf(type, mirrored);
  const { source, value } = await use(ground, asker, integrationId, (side, signal) =>
    ground.answers.entitiesOf(integrationId, { type, id }, () => side.entitiesOf({ type, id }, signal), signal),
  );
  return value.slice(0, mostRelated).map((one) => shown(source, one));
}

/** One record. Throws like `use` below, NOT_FOUND where it is gone. API-083 */
export async function entityOf(
  ground: Ground,
  asker: Asker,
  { integrationId, ...ref }: EntityRef & { readonly integrationId: string },
): Promise<CrmEntity> {
  const { source, value } = await use(ground, asker, integrationId, (side, signal) => side.entity(ref, signal));
  if (value === null) throw notFound('record in this CRM');
  return shown(source, value);
}

/** Records that fit a text, of the given types among those that calls are logged to, see `use`. `types`: by commas. */
export async function searchEntities(
  ground: Ground,
  asker: Asker,
  asked: { readonly integrationId: string; readonly query: string; readonly types?: string | undefined },
): Promise<CrmEntity[]> {
  const wanted = asked.types?.split(',').map((type) => type.trim());
  const { source, value } = await use(ground, asker, asked.integrationId, async (side, signal, { form }) => {
    const types: EntityType[] = form.entityTypes.filter((type) => wanted === undefined || wanted.includes(type));
    return types.length === 0 ? [] : await side.searchEntities(asked.query, types, signal);
  });
  return value.slice(0, mostFound).map((one) => shown(source, one));
}

/** Outcomes that a call can have in a CRM. Throws like `use` below. API-080 */
export async function outcomesOf(ground: Ground, asker: Asker, of: OptionsOf): Promise<readonly CrmOption[]> {
  const { value } = await use(ground, asker, of.integrationId, (side, signal) =>
    ground.answers.outcomes(of.integrationId, of.locale, () => side.outcomes(of.locale, signal), signal),
  );
  return value;
}

/** Types that a task can have; none of a CRM that takes no tasks. Throws like `use` below. API-082, SPERM-019 */
export async function taskTypesOf(ground: Ground, asker: Asker, of: OptionsOf): Promise<readonly CrmOption[]> {
  const { value } = await use(ground, asker, of.integrationId, async (side, signal, { form }) =>
    form.hasTasks
      ? await ground.answers.taskTypes(of.integrationId, of.locale, () => side.taskTypes(of.locale, signal), signal)
      : [],
  );
  return value;
}

interface OptionsOf {
  readonly integrationId: string;
  readonly locale: string;
}

/**
 * Asks a connected CRM of the asker's account. Throws `Refusal` FORBIDDEN without the grant CONTACT_READ, NOT_FOUND for what
 * is no CRM of the account, INTEGRATION_REFRESH where it is signed out, INTEGRATION_FAILED where it does not answer.
 */
async function use<T>(
  { db, crm }: Ground,
  asker: Asker,
  integrationId: string,
  ask: (side: CrmSide, signal: AbortSignal, source: Source) => Promise<T>,
): Promise<{ source: Source; value: T }> {
  await requireGrant(db, asker, 'CONTACT_READ');
  const sources = await sourcesOf(db, crm, asker.accountId);
  const source = sources.find((one) => one.integrationId === integrationId);
  if (source === undefined) throw notFound('CRM');
  const signal = AbortSignal.timeout(withinMs);
  try {
    return { source, value: await crm.use(integrationId, signal, (side) => ask(side, signal, source)) };
  } catch (error) {
    throw refusalOf(error);
  }
}

const shown = ({ integrationId, name }: Source, entity: Entity): CrmEntity => ({
  integrationId,
  source: name,
  type: entity.type,
  id: entity.id,
  label: entity.label,
  url: entity.url,
  isOpen: entity.isOpen,
  ownerId: entity.ownerId,
  isHidden: entity.isHidden,
});
