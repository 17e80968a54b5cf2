import { modules, type SimulatedField, setOnce } from './schema.ts';
import { fieldValue, type Stored, type ZohoStore } from './store.ts';

/** What the vendor answers: a status with JSON, or with nothing. */
export interface Reply {
  readonly status: number;
  readonly body?: unknown;
}

/** A refusal of a whole request. */
export const problem = (status: number, code: string, message: string, details: object = {}): Reply => ({
  status,
  body: { code, message, details, status: 'error' },
});

export const nothing: Reply = { status: 204 };

/** What a company has set up that decides about writes. */
export interface Rules {
  /** Fields that no two records of a module may share. */
  readonly unique: Set<string>;
}

type Given = Readonly<Record<string, unknown>>;
/** Why a record is not taken. */
interface Wrong {
  readonly code: string;
  readonly message: string;
  readonly details: object;
}
const wrong = (code: string, message: string, details: object = {}): Wrong => ({ code, message, details });
const invalid = (api_name: string, message = 'invalid data') => wrong('INVALID_DATA', message, { api_name });

/** What became of one record: refusals come with a status of 202, inside of the answer. */
const refusedBy = ({ code, message, details }: Wrong): Reply => ({
  status: 202,
  body: { data: [{ code, message, details, status: 'error' }] },
});
const done = (status: number, { id, changedAt }: Stored, message: string): Reply => ({
  status,
  body: { data: [{ code: 'SUCCESS', message, status: 'success', details: { id, Modified_Time: changedAt } }] },
});

/** The one record of a body such as `{data: [{…}]}`. */
export function givenIn(body: unknown): Given | null {
  const data = (body as { data?: unknown } | undefined)?.data;
  return Array.isArray(data) && data.length === 1 ? (data[0] as Given) : null;
}

export function create(store: ZohoStore, rules: Rules, module: string, given: Given): Reply {
  const no =
    wrongFields(store, module, given) ??
    missing(module, given) ??
    wrongLinks(store, given) ??
    sameAs(store, rules, module, given, null);
  if (no) return refusedBy(no);
  return done(201, store.add(module, given), 'record added');
}

export function change(store: ZohoStore, rules: Rules, one: Stored, given: Given): Reply {
  const fixed = setOnce.find((name) => name in given && given[name] !== one.values[name]);
  const all = { ...one.values, ...given };
  const no =
    (fixed === undefined || one.module !== 'Calls' ? null : invalid(fixed, 'the field cannot be changed')) ??
    wrongFields(store, one.module, given) ??
    missing(one.module, all) ??
    wrongLinks(store, given) ??
    sameAs(store, rules, one.module, all, one.id);
  if (no) return refusedBy(no);
  store.change(one, given);
  return done(200, one, 'record updated');
}

export function remove(store: ZohoStore, one: Stored): Reply {
  store.remove(one);
  return done(200, one, 'record deleted');
}

/** An id that no record of the module has. */
export const unknownId = (id: string): Reply => ({
  status: 400,
  body: {
    data: [{ code: 'INVALID_DATA', message: 'the id given seems to be invalid', details: { id }, status: 'error' }],
  },
});

function wrongFields(store: ZohoStore, module: string, given: Given): Wrong | null {
  for (const [name, value] of Object.entries(given)) {
    if (name === '$se_module') continue;
    const field = modules[module]?.fields.find(({ api_name }) => api_name === name);
    if (field === undefined) return invalid(name, 'the field is not there');
    const no = value === null ? null : wrongValue(store, field, value);
    if (no) return no;
  }
  return null;
}

function wrongValue(store: ZohoStore, field: SimulatedField, value: unknown): Wrong | null {
  const { api_name, data_type, length, pick_list_values } = field;
  switch (data_type) {
    case 'lookup':
    case 'object':
      return typeof value === 'object' ? null : invalid(api_name);
    case 'ownerlookup':
      return store.users.some(({ id, isActive }) => isActive && id === (value as { id?: unknown }).id)
        ? null
        : invalid(api_name, 'the owner is not active');
  }
  if (typeof value !== 'string' || value.length > length) return invalid(api_name);
  const forms: Partial<Record<SimulatedField['data_type'], RegExp>> = {
    email: /^[^@\s]+@[^@\s]+\.[^@\s]+$/,
    date: /^\d{4}-\d\d-\d\d$/,
    datetime: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/,
  };
  if (forms[data_type]?.test(value) === false) return invalid(api_name);
  if (api_name === 'Call_Duration' && !/^\d{2,}:\d{2}$/.test(value)) return invalid(api_name);
  const isOption = pick_list_values.length === 0 || pick_list_values.some(({ actual_value }) => actual_value === value);
  return isOption ? null : invalid(api_name);
}

function missing(module: string, given: Given): Wrong | null {
  const needs = modules[module]?.needs ?? [];
  const lacking = needs.find((name) => given[name] === undefined || given[name] === null || given[name] === '');
  return lacking === undefined ? null : wrong('MANDATORY_NOT_FOUND', 'required field not found', { api_name: lacking });
}

/** A contact is who; anything else is what, with the name of its module beside it. */
function wrongLinks(store: ZohoStore, given: Given): Wrong | null {
  const idOf = (name: string) => (given[name] as { id?: string } | null | undefined)?.id;
  const [who, what] = [idOf('Who_Id'), idOf('What_Id')];
  if (who !== undefined && store.find('Contacts', who) === undefined) return invalid('Who_Id');
  if (what === undefined) return null;
  const module = given['$se_module'];
  return typeof module === 'string' && store.find(module, what) !== undefined ? null : invalid('What_Id');
}

function sameAs(store: ZohoStore, { unique }: Rules, module: string, given: Given, own: string | null): Wrong | null {
  for (const name of unique) {
    const wanted = given[name];
    const other = store.of(module).find((one) => one.id !== own && wanted && fieldValue(store, one, name) === wanted);
    if (other) {
      const duplicate_record = { id: other.id, module: { api_name: module } };
      return wrong('DUPLICATE_DATA', 'duplicate data', { api_name: name, duplicate_record });
    }
  }
  return null;
}
