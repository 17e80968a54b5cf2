import { z } from 'zod';
import { problem, type Reply, resourceNotThere } from './replies.ts';

/** A choice of a property; `de` is its word in German. */
interface Option {
  readonly label: string;
  readonly de?: string;
  readonly value: string;
  readonly hidden: boolean;
}

/** What a portal knows of a property. */
interface Property {
  readonly name: string;
  readonly label: string;
  readonly type: 'string' | 'number' | 'datetime' | 'enumeration' | 'bool';
  readonly fieldType: string;
  readonly groupName: string;
  readonly hasUniqueValue: boolean;
  readonly options: readonly Option[];
}

type Plain = Pick<Property, 'name' | 'type'> & { readonly options?: readonly Option[] };

const texts = (...names: string[]): Plain[] => names.map((name) => ({ name, type: 'string' }));
const choices = (name: string, ...values: readonly (string | Option)[]): Plain => ({
  name,
  type: 'enumeration',
  options: values.map((value) => (typeof value === 'string' ? { label: value, value, hidden: false } : value)),
});
const option = (value: string, label: string, de: string, hidden = false): Option => ({ value, label, de, hidden });

/** The vendor's own outcomes, with the ids that every portal has. */
const outcomes = [
  option('9d9162e7-6cf3-4944-bf63-4dff82258764', 'Busy', 'Besetzt'),
  option('f240bbac-87c9-4f6e-bf70-924b57d47db7', 'Connected', 'Verbunden'),
  option('a4c4c377-d246-4b32-a13b-75a56a4cd0ff', 'Left live message', 'Persönliche Nachricht hinterlassen'),
  option('b2cf5968-551e-4856-9783-52b3da59a7d0', 'Left voicemail', 'Voicemail hinterlassen'),
  option('73a0d17f-1163-4015-bdd5-ec830791da20', 'No answer', 'Keine Antwort'),
  option('17b47fee-58de-441e-a44c-c6300d46f273', 'Wrong number', 'Falsche Nummer'),
  option('11111111-2222-4333-8444-555555555555', 'Old outcome', 'Altes Ergebnis', true),
];
const taskTypes = [
  option('EMAIL', 'Email', 'E-Mail'),
  option('CALL', 'Call', 'Anruf'),
  option('TODO', 'To-do', 'To-do'),
  option('LINKED_IN_MESSAGE', 'LinkedIn message', 'LinkedIn-Nachricht', true),
];

const plain: Readonly<Record<string, readonly Plain[]>> = {
  contacts: texts(
    'firstname',
    'lastname',
    'company',
    'email',
    'phone',
    'mobilephone',
    'hubspot_owner_id',
    'hs_merged_object_ids',
  ),
  companies: texts('name', 'phone', 'domain', 'hubspot_owner_id'),
  deals: [...texts('dealname', 'dealstage', 'hubspot_owner_id'), { name: 'hs_is_closed', type: 'bool' }],
  tickets: [...texts('subject', 'hs_pipeline_stage', 'hubspot_owner_id'), { name: 'closed_date', type: 'datetime' }],
  calls: [
    ...texts('hs_call_title', 'hs_call_body', 'hs_call_from_number', 'hs_call_to_number', 'hs_call_external_id'),
    ...texts('hubspot_owner_id'),
    { name: 'hs_timestamp', type: 'datetime' },
    { name: 'hs_call_duration', type: 'number' },
    choices('hs_call_direction', 'INBOUND', 'OUTBOUND'),
    choices('hs_call_status', 'BUSY', 'CANCELED', 'COMPLETED', 'CONNECTING', 'FAILED', 'IN_PROGRESS', 'NO_ANSWER'),
    choices('hs_call_disposition', ...outcomes),
  ],
  tasks: [
    ...texts('hs_task_subject', 'hs_task_body', 'hubspot_owner_id'),
    { name: 'hs_timestamp', type: 'datetime' },
    choices('hs_task_status', 'NOT_STARTED', 'COMPLETED'),
    choices('hs_task_type', ...taskTypes),
  ],
};

/** Types of records that a portal has here. */
export const isRecordType = (type: string): boolean => Object.hasOwn(plain, type);

/** Properties of each type of record, to which apps may add. */
export function hubSpotProperties() {
  const all = new Map<string, Map<string, Property>>();
  for (const [type, list] of Object.entries(plain)) {
    const named = list.map(({ options = [], ...rest }): [string, Property] => [
      rest.name,
      { ...rest, label: rest.name, fieldType: 'text', groupName: `${type}information`, hasUniqueValue: false, options },
    ]);
    all.set(type, new Map(named));
  }
  return {
    of: (type: string): ReadonlyMap<string, Property> => all.get(type) ?? new Map(),
    add(type: string, property: Property): void {
      all.get(type)?.set(property.name, property);
    },
    remove(type: string, name: string): void {
      all.get(type)?.delete(name);
    },
  };
}
export type HubSpotProperties = ReturnType<typeof hubSpotProperties>;

const created = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9_]{0,99}$/),
  label: z.string().min(1),
  description: z.string().optional(),
  groupName: z.string().min(1),
  type: z.enum(['string', 'number', 'datetime', 'enumeration', 'bool']),
  fieldType: z.enum(['text', 'textarea', 'number', 'date', 'select', 'booleancheckbox']),
  hasUniqueValue: z.boolean().default(false),
  hidden: z.boolean().optional(),
  formField: z.boolean().optional(),
});

/** GET of one property, with the words of its choices in `locale`. */
export function readProperty(properties: HubSpotProperties, type: string, name: string, locale: string | null): Reply {
  const property = properties.of(type).get(name);
  if (!property) return resourceNotThere;
  const options = property.options.map(({ label, de, value, hidden }, displayOrder) => ({
    label: locale === 'de' ? (de ?? label) : label,
    value,
    hidden,
    displayOrder,
  }));
  return { status: 200, body: { ...property, options, archived: false } };
}

/** POST of a property: names are unique, and groups are those of the vendor. */
export function createProperty(properties: HubSpotProperties, type: string, body: unknown): Reply {
  const read = created.safeParse(body);
  if (!read.success) return problem(400, 'VALIDATION_ERROR', read.error.issues[0]?.message ?? '');
  const { name, label, groupName, type: kind, fieldType, hasUniqueValue } = read.data;
  if (properties.of(type).has(name))
    return problem(409, 'OBJECT_ALREADY_EXISTS', `A property named '${name}' already exists.`);
  const ownGroup = { calls: 'call', tasks: 'task' }[type] ?? `${type}information`;
  if (groupName !== ownGroup) return problem(400, 'VALIDATION_ERROR', `property group ${groupName} does not exist`);
  const property = { name, label, groupName, type: kind, fieldType, hasUniqueValue, options: [] };
  properties.add(type, property);
  return { status: 201, body: property };
}

const longestText = 65_536;

/** What the vendor has against values of a record; null where it takes them. `others`: records with unique values. */
export function refusedValues(
  known: ReadonlyMap<string, Property>,
  values: Readonly<Record<string, string>>,
  isTaken: (name: string, value: string) => boolean,
): Reply | null {
  for (const [name, value] of Object.entries(values)) {
    const property = known.get(name);
    if (!property) return notValid(name, 'PROPERTY_DOESNT_EXIST', `Property "${name}" does not exist`);
    if (value === '') continue;
    if (!isOfType(property, value)) return notValid(name, 'INVALID_OPTION', `${value} was not valid for ${name}`);
    if (property.hasUniqueValue && isTaken(name, value))
      return notValid(name, 'CONFLICTING_UNIQUE_VALUE', `${value} already has that value.`);
  }
  return null;
}

const notValid = (name: string, error: string, message: string): Reply =>
  problem(
    400,
    'VALIDATION_ERROR',
    `Property values were not valid: ${JSON.stringify([{ isValid: false, message, error, name }])}`,
  );

function isOfType({ type, options }: Property, value: string): boolean {
  switch (type) {
    case 'string':
      return value.length <= longestText;
    case 'number':
      return Number.isFinite(Number(value));
    case 'datetime':
      return /^\d{12,13}$/.test(value) || z.iso.datetime().safeParse(value).success;
    case 'bool':
      return value === 'true' || value === 'false';
    case 'enumeration':
      return options.some((option) => option.value === value);
  }
}
