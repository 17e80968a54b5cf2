import { objects, type SimulatedField } from './schema.ts';
import type { SalesforceStore, Stored, Value } from './store.ts';

/** What the vendor answers: a status with JSON, or with nothing. */
export interface Reply {
  readonly status: number;
  readonly body?: unknown;
}

/** A refusal with the vendor's own code. */
export const problem = (status: number, errorCode: string, message: string, more: object = {}): Reply => ({
  status,
  body: [{ message, errorCode, ...more }],
});

export const notThere = problem(404, 'NOT_FOUND', 'The requested resource does not exist');

/** What a company has set up that decides about writes. */
export interface Rules {
  /** A contact with the name and the address of another one is refused. */
  forbidsDuplicates: boolean;
  /** Words of a validation rule; null without one. */
  validation: string | null;
}

type Given = Readonly<Record<string, unknown>>;

/** Makes a record, or says why not. */
export function create(store: SalesforceStore, rules: Rules, object: string, given: Given): Reply {
  const refused =
    wrong(store, object, given, 'createable') ??
    missing(object, given) ??
    wrongTask(store, object, given) ??
    forbidden(store, rules, object, given, null);
  if (refused) return refused;
  const made = store.add(object, given as Record<string, Value>);
  return { status: 201, body: { id: made.id, success: true, errors: [] } };
}

/** Changes a record, or says why not. */
export function change(store: SalesforceStore, rules: Rules, one: Stored, given: Given): Reply {
  const all = { ...one.values, ...given };
  const refused =
    wrong(store, one.object, given, 'updateable') ??
    missing(one.object, all) ??
    wrongTask(store, one.object, all) ??
    forbidden(store, rules, one.object, all, one.id);
  if (refused) return refused;
  store.change(one, given as Record<string, Value>);
  return { status: 204 };
}

/** PATCH by a unique field: makes the record, or changes the one that is there. */
export function upsert(store: SalesforceStore, rules: Rules, field: string, value: string, given: Given): Reply {
  if (store.fieldOf('Task', field)?.externalId !== true) {
    return problem(404, 'NOT_FOUND', `Provided external ID field does not exist or is not accessible: ${field}`);
  }
  if (field in given)
    return problem(400, 'INVALID_FIELD', `The ${field} field should not be specified in the sobject data.`);
  const there = store.of('Task').find((one) => one.values[field] === value);
  if (there === undefined) {
    const made = create(store, rules, 'Task', { ...given, [field]: value });
    return made.status === 201 ? { status: 201, body: { ...(made.body as object), created: true } } : made;
  }
  // The vendor takes what may only be set once where it stays the same.
  const { TaskSubtype: _once, ...rest } = given;
  const changed = change(store, rules, there, rest);
  return changed.status === 204
    ? { status: 200, body: { id: there.id, success: true, errors: [], created: false } }
    : changed;
}

function wrong(store: SalesforceStore, object: string, given: Given, may: 'createable' | 'updateable'): Reply | null {
  for (const [name, value] of Object.entries(given)) {
    const field = store.fieldOf(object, name);
    if (field === undefined || field.name !== name) {
      return problem(400, 'INVALID_FIELD', `No such column '${name}' on sobject of type ${object}`);
    }
    if (!field[may]) {
      const message = `Unable to create/update fields: ${name}. Please check the security settings of this field.`;
      return problem(400, 'INVALID_FIELD_FOR_INSERT_UPDATE', message, { fields: [name] });
    }
    const refused = value === null ? null : wrongValue(store, field, value);
    if (refused) return refused;
  }
  return null;
}

function wrongValue(
  store: SalesforceStore,
  { name, type, length, referenceTo }: SimulatedField,
  value: unknown,
): Reply | null {
  const kind = { boolean: 'boolean', int: 'number' }[type as 'boolean' | 'int'] ?? 'string';
  if (typeof value !== kind)
    return problem(400, 'JSON_PARSER_ERROR', `Cannot deserialize instance of ${type} from ${typeof value}`);
  if (typeof value !== 'string') return null;
  if (value.length > length)
    return problem(400, 'STRING_TOO_LONG', `${name}: data value too large`, { fields: [name] });
  if (type === 'date' && !/^\d{4}-\d\d-\d\d$/.test(value)) return problem(400, 'JSON_PARSER_ERROR', 'date');
  if (name === 'Email' && !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(value)) {
    return problem(400, 'INVALID_EMAIL_ADDRESS', `Email: invalid email address: ${value}`, { fields: [name] });
  }
  return type === 'reference' ? wrongReference(store, name, value, referenceTo) : null;
}

function wrongReference(
  store: SalesforceStore,
  name: string,
  id: string,
  referenceTo: readonly string[],
): Reply | null {
  if (!/^[a-zA-Z0-9]{15}([a-zA-Z0-9]{3})?$/.test(id))
    return problem(400, 'MALFORMED_ID', `${name}: id value of incorrect type: ${id}`);
  const other = store.find(id);
  if (other === undefined || other.isDeleted) {
    return problem(400, 'INVALID_CROSS_REFERENCE_KEY', 'invalid cross reference id');
  }
  if (!referenceTo.includes(other.object))
    return problem(400, 'MALFORMED_ID', `${name}: id value of incorrect type: ${id}`);
  if (name === 'OwnerId' && other.values['IsActive'] === false) {
    return problem(400, 'INACTIVE_OWNER_OR_USER', 'operation performed with inactive user');
  }
  return null;
}

function missing(object: string, given: Given): Reply | null {
  const lacking = (objects[object]?.needs ?? []).filter(
    (name) => given[name] === undefined || given[name] === null || given[name] === '',
  );
  const message = `Required fields are missing: [${lacking.join(', ')}]`;
  return lacking.length === 0 ? null : problem(400, 'REQUIRED_FIELD_MISSING', message, { fields: lacking });
}

function wrongTask(store: SalesforceStore, object: string, { WhoId, WhatId }: Given): Reply | null {
  if (object !== 'Task' || typeof WhoId !== 'string' || typeof WhatId !== 'string') return null;
  return store.find(WhoId)?.object === 'Lead'
    ? problem(400, 'FIELD_INTEGRITY_EXCEPTION', 'cannot specify a WhatId if the WhoId is a lead', {
        fields: ['WhatId'],
      })
    : null;
}

function forbidden(
  store: SalesforceStore,
  rules: Rules,
  object: string,
  given: Given,
  own: string | null,
): Reply | null {
  if (rules.validation !== null && object === 'Task') {
    return problem(400, 'FIELD_CUSTOM_VALIDATION_EXCEPTION', rules.validation, { fields: [] });
  }
  if (!rules.forbidsDuplicates || object !== 'Contact') return null;
  const other = store
    .of('Contact')
    .find(
      ({ id, values }) => id !== own && values['LastName'] === given['LastName'] && values['Email'] === given['Email'],
    );
  if (other === undefined) return null;
  const record = { attributes: { type: 'Contact' }, Id: other.id };
  return problem(400, 'DUPLICATES_DETECTED', 'Use one of these records?', {
    duplicateResult: { allowSave: false, matchResults: [{ matchRecords: [{ record }] }] },
  });
}
