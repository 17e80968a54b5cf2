import { type Filter, filter as matcher } from 'scim2-parse-filter';
import { ScimError } from '../../../requests/scim-error.ts';
import { pathOf, readFilter } from './filter.ts';
import { enterpriseSchema } from './schemas.ts';

type Value = unknown;
type Resource = Record<string, Value>;

/** An attribute that a patch may change: how it is spelled, and what is below it. */
export interface Patchable {
  readonly name: string;
  readonly many?: true;
  /** Names of what is below it, as they are spelled. */
  readonly sub?: readonly string[];
}

/** One operation of a request, checked for its form. */
export interface PatchOperation {
  readonly op: 'add' | 'remove' | 'replace';
  readonly path?: string | undefined;
  readonly value?: Value;
}

/** Standard attributes that are not kept here: directories send them with the others, and they are ignored. */
const unkept = new Set(
  `id schemas meta groups displayname nickname profileurl title usertype locale timezone password phonenumbers ims photos
  addresses entitlements roles x509certificates employeenumber costcenter organization division manager formatted middlename
  honorificprefix honorificsuffix`.split(/\s+/),
);

interface Target {
  readonly attribute: Patchable;
  /** Which of many values, by a filter in brackets. */
  readonly which: string | null;
  readonly sub: string | null;
}

/**
 * The resource as it is after the operations, one after the other; what was given stays as it is. Attributes of the table
 * alone are ever written, so that no path leads out of the resource. Throws `ScimError` invalidPath, noTarget, invalidValue.
 */
export function applyPatch(
  resource: Readonly<Resource>,
  operations: readonly PatchOperation[],
  table: readonly Patchable[],
): Resource {
  const result = structuredClone(resource) as Resource;
  for (const operation of operations) applyOne(result, operation, table);
  return result;
}

function applyOne(result: Resource, { op, path, value }: PatchOperation, table: readonly Patchable[]): void {
  if (path?.toLowerCase() === enterpriseSchema.toLowerCase()) {
    const given = op === 'remove' ? { department: undefined } : value;
    for (const [name, one] of Object.entries(isObject(given) ? given : {})) {
      change(result, op, findTarget(`${enterpriseSchema}:${name}`, table), one);
    }
    return;
  }
  if (path !== undefined) {
    change(result, op, findTarget(path, table), value);
    return;
  }
  if (op === 'remove') throw new ScimError(400, 'A removal needs a path.', 'noTarget');
  if (!isObject(value)) throw new ScimError(400, 'Without a path the value is an object.', 'invalidValue');
  for (const [name, part] of Object.entries(value)) {
    // The extension may come as an object, and its attributes as paths.
    if (name.toLowerCase() === enterpriseSchema.toLowerCase() && isObject(part)) {
      for (const [below, one] of Object.entries(part)) {
        change(result, op, findTarget(`${enterpriseSchema}:${below}`, table), one);
      }
    } else change(result, op, findTarget(name, table), part);
  }
}

const shape = /^([^[\].]+)(?:\[([^\]]*)\])?(?:\.([$\w]+))?$/;
const longestPath = 300;

/** What a path names; null for what is not kept. */
function findTarget(path: string, table: readonly Patchable[]): Target | null {
  const enterprise = `${enterpriseSchema.toLowerCase()}:`;
  const given = path.slice(0, longestPath + 1);
  const isExtension = given.toLowerCase().startsWith(enterprise);
  const rest = isExtension ? given.slice(enterprise.length) : withoutCore(given);
  const [, name = '', which = null, sub = null] = shape.exec(rest) ?? [];
  const wanted = (isExtension ? enterprise + name : name).toLowerCase();
  const attribute = table.find((one) => one.name.toLowerCase() === wanted);
  if (!attribute) {
    if (unkept.has(name.toLowerCase()) || wanted === enterprise.slice(0, -1)) return null;
    throw new ScimError(400, 'The path names no attribute that is known here.', 'invalidPath');
  }
  if (which !== null && !attribute.many) throw new ScimError(400, 'This attribute has one value.', 'invalidPath');
  if (sub === null) return { attribute, which, sub: null };
  const below = attribute.sub?.find((one) => one.toLowerCase() === sub.toLowerCase());
  if (below === undefined && unkept.has(sub.toLowerCase())) return null;
  if (below === undefined) throw new ScimError(400, 'The path names no attribute that is known here.', 'invalidPath');
  return { attribute, which, sub: below };
}

const withoutCore = (path: string): string => path.slice(path.length - pathOf(path).length);

function change(result: Resource, op: PatchOperation['op'], target: Target | null, value: Value): void {
  if (target === null) return;
  const { attribute, sub } = target;
  if (attribute.many) result[attribute.name] = changeMany(listOf(result[attribute.name]), op, target, value);
  else if (sub !== null) {
    const before = result[attribute.name];
    const object: Resource = isObject(before) ? { ...before } : {};
    if (op === 'remove') delete object[sub];
    else object[sub] = value;
    result[attribute.name] = object;
  } else if (op === 'remove') delete result[attribute.name];
  else result[attribute.name] = attribute.sub ? merged(attribute.sub, result[attribute.name], value) : value;
}

/** An object over the one that was there: what it does not name stays. */
function merged(known: readonly string[], before: Value, value: Value): Resource {
  if (!isObject(value)) throw new ScimError(400, 'This attribute is an object.', 'invalidValue');
  const result: Resource = isObject(before) ? { ...before } : {};
  for (const name of known) {
    const [, given] = Object.entries(value).find(([one]) => one.toLowerCase() === name.toLowerCase()) ?? [];
    if (given !== undefined) result[name] = given;
  }
  return result;
}

function changeMany(
  before: readonly Resource[],
  op: PatchOperation['op'],
  { which, sub }: Target,
  value: Value,
): Resource[] {
  if (which !== null) return changeMatching(before, op, { which, sub }, value);
  if (sub !== null) {
    // Of all values, such as `emails.value`.
    if (op === 'remove') return before.map((one) => without(one, sub));
    return before.length === 0 ? [{ [sub]: value }] : before.map((one) => ({ ...one, [sub]: value }));
  }
  if (op === 'replace') return listOf(value);
  if (op === 'remove') {
    if (value === undefined || value === null) return [];
    // Not of the standard, but how one large directory takes members out of a group.
    const gone = new Set(listOf(value).map(keyOf));
    return before.filter((one) => !gone.has(keyOf(one)));
  }
  const known = new Set(before.map(keyOf));
  const added = listOf(value).filter((one) => !known.has(keyOf(one)));
  // There is one primary value: the newest that says so.
  const kept = added.some(isPrimary) ? before.map((one) => ({ ...one, primary: false })) : before;
  return [...kept, ...added];
}

function changeMatching(
  before: readonly Resource[],
  op: PatchOperation['op'],
  { which, sub }: { readonly which: string; readonly sub: string | null },
  value: Value,
): Resource[] {
  const filter = readFilter(which);
  const matching = new Set(before.filter((one) => isMatch(filter, one)));
  if (op === 'remove') {
    return sub === null
      ? before.filter((one) => !matching.has(one))
      : before.map((one) => (matching.has(one) ? without(one, sub) : one));
  }
  const changed = (one: Resource): Resource => {
    if (sub !== null) return { ...one, [sub]: value };
    if (!isObject(value)) throw new ScimError(400, 'This attribute is an object.', 'invalidValue');
    return { ...one, ...value };
  };
  if (matching.size > 0) return before.map((one) => (matching.has(one) ? changed(one) : one));
  // Both large directories set `emails[type eq "work"].value` whether there is one or not.
  if (filter.op !== 'eq') throw new ScimError(400, 'Nothing fits the filter of the path.', 'noTarget');
  return [...before, changed({ [filter.attrPath]: filter.compValue })];
}

function isMatch(filter: Filter, one: Resource): boolean {
  try {
    return matcher(filter)(one);
  } catch (error) {
    throw new ScimError(400, 'The filter of the path is not readable.', 'invalidFilter', { cause: error });
  }
}

const without = (one: Resource, name: string): Resource => {
  const { [name]: _, ...rest } = one;
  return rest;
};

const isObject = (value: Value): value is Resource =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isPrimary = (one: Resource): boolean => String(one['primary']).toLowerCase() === 'true';
const keyOf = (one: Resource): string => String(one['value']).toLowerCase();

/** Many values as a list of objects: directories send one alone, and a text for an object with that value. */
function listOf(value: Value): Resource[] {
  const all = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
  return all.map((one: Value) => {
    if (isObject(one)) return one;
    if (typeof one === 'string') return { value: one };
    throw new ScimError(400, 'A value of the list is no object.', 'invalidValue');
  });
}
