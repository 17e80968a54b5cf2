import { departmentName, emailAddress } from '@sidetone/contract/entities/admin-user.ts';
import { typedName } from '@sidetone/contract/entities/common.ts';
import { z } from 'zod';
import { ScimError } from '../../../requests/scim-error.ts';
import type { Patchable, PatchOperation } from './patch.ts';
import { enterpriseSchema, groupSchema, userSchema } from './schemas.ts';

const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const department = `${enterpriseSchema}:department`;

/** The attributes of users and groups that patches can change. The department is at the top level, as in its path. */
export const userTable: readonly Patchable[] = [
  { name: 'userName' },
  { name: 'externalId' },
  { name: 'name', sub: ['givenName', 'familyName'] },
  { name: 'active' },
  { name: 'emails', many: true, sub: ['value', 'type', 'primary'] },
  { name: 'preferredLanguage' },
  { name: department },
];
export const groupTable: readonly Patchable[] = [
  { name: 'displayName' },
  { name: 'externalId' },
  { name: 'members', many: true, sub: ['value'] },
];

/** Most members of a group. */
const mostMembers = 1000;
const mostOperations = 100;

const text = (most: number) => z.string().trim().max(most);
/** Truth, also as a text: one large directory writes "True". */
const truth = z.preprocess(
  (given) => (typeof given === 'string' && /^(?:true|false)$/i.test(given) ? given.toLowerCase() === 'true' : given),
  z.boolean(),
);
const orNothing = <T extends z.ZodType>(of: T) =>
  z.preprocess((given) => (given === null || given === '' ? undefined : given), of.optional());

const externalId = orNothing(text(200));
const userForm = z.object({
  userName: text(320).min(1),
  externalId,
  name: orNothing(z.object({ givenName: orNothing(typedName(100)), familyName: orNothing(typedName(100)) })),
  displayName: orNothing(text(200)),
  active: orNothing(truth),
  emails: orNothing(
    z.array(z.object({ value: orNothing(text(320)), type: orNothing(text(60)), primary: orNothing(truth) })).max(20),
  ),
  preferredLanguage: orNothing(text(60)),
  [department]: orNothing(departmentName),
});
const groupForm = z.object({
  displayName: typedName(200),
  externalId,
  members: orNothing(z.array(z.object({ value: z.string().min(1).max(100) })).max(mostMembers)),
});
const patchForm = z.object({
  schemas: z.array(z.string()).refine((given) => given.includes(patchSchema), 'is not that of a patch'),
  Operations: z
    .array(
      z.object({
        op: z.preprocess(
          (given) => (typeof given === 'string' ? given.toLowerCase() : given),
          z.enum(['add', 'remove', 'replace']),
        ),
        path: z.string().max(300).optional(),
        value: z.unknown().optional(),
      }),
    )
    .min(1)
    .max(mostOperations),
});

/** A user as a directory wants them. */
export interface WantedUser {
  readonly userName: string;
  readonly externalId: string | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  /** Null: nothing is said of it. */
  readonly active: boolean | null;
  readonly locale: 'de' | 'en' | null;
  readonly department: string | null;
}

export interface WantedGroup {
  readonly name: string;
  readonly externalId: string | null;
  readonly memberIds: readonly string[];
}

/** Throws `ScimError` invalidValue with the first thing that is wrong, by its path and without what was given. */
function formed<T extends z.ZodType>(form: T, given: unknown): z.output<T> {
  const read = form.safeParse(given);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new ScimError(400, `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'is not valid'}`, 'invalidValue');
}

/** The attributes of a body by their right spelling, with the department at the top: names of attributes have no case. */
function spelled(body: Readonly<Record<string, unknown>>, table: readonly Patchable[]): Record<string, unknown> {
  const extension = Object.entries(body).find(([name]) => name.toLowerCase() === enterpriseSchema.toLowerCase())?.[1];
  const flat =
    typeof extension === 'object' && extension !== null
      ? Object.entries(extension).map(([name, value]) => [`${enterpriseSchema}:${name}`, value] as const)
      : [];
  const given = new Map([...Object.entries(body), ...flat].map(([name, value]) => [name.toLowerCase(), value]));
  const names = [...table.map(({ name }) => name), 'displayName'];
  return Object.fromEntries(names.map((name) => [name, given.get(name.toLowerCase())]));
}

/** What a body wants a user to be. Throws `ScimError` invalidValue. */
export function wantedUser(body: Readonly<Record<string, unknown>>): WantedUser {
  const form = formed(userForm, spelled(body, userTable));
  const { givenName, familyName } = form.name ?? {};
  const [first = '', ...others] = (form.displayName ?? '').split(/\s+/);
  const firstName = givenName ?? first;
  const lastName = familyName ?? others.join(' ');
  if (firstName === '' || lastName === '') {
    throw new ScimError(400, 'name: givenName and familyName are needed.', 'invalidValue');
  }
  const emails = (form.emails ?? []).filter(({ value }) => value !== undefined);
  const chosen = emails.find(({ primary }) => primary) ?? emails.find(({ type }) => type === 'work') ?? emails[0];
  const email = emailAddress.safeParse(chosen?.value ?? form.userName);
  if (!email.success) throw new ScimError(400, 'emails: an email address is needed.', 'invalidValue');
  return {
    userName: form.userName,
    externalId: form.externalId ?? null,
    firstName: firstName.slice(0, 100),
    lastName: lastName.slice(0, 100),
    email: email.data,
    active: form.active ?? null,
    locale: form.preferredLanguage === undefined ? null : /^de\b/i.test(form.preferredLanguage) ? 'de' : 'en',
    department: (form[department] as string | undefined) ?? null,
  };
}

/** What a body wants a group to be. Throws `ScimError` invalidValue. */
export function wantedGroup(body: Readonly<Record<string, unknown>>): WantedGroup {
  const form = formed(groupForm, spelled(body, groupTable));
  const memberIds = [...new Set((form.members ?? []).map(({ value }) => value))];
  return { name: form.displayName, externalId: form.externalId ?? null, memberIds };
}

/** The operations of a patch. Throws `ScimError`. */
export const readOperations = (body: Readonly<Record<string, unknown>>): readonly PatchOperation[] =>
  formed(patchForm, body).Operations;

/** A user as they are kept. */
export interface KeptUser {
  readonly id: string;
  readonly userName: string;
  readonly externalId: string | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly active: boolean;
  readonly locale: 'de' | 'en';
  readonly department: string | null;
  readonly createdAt: Date;
  readonly changedAt: Date;
  readonly groups: readonly { readonly id: string; readonly name: string }[];
}

/** The same as patches change it. */
export const patchableUser = (user: KeptUser): Record<string, unknown> => ({
  userName: user.userName,
  ...(user.externalId === null ? {} : { externalId: user.externalId }),
  name: { givenName: user.firstName, familyName: user.lastName },
  active: user.active,
  emails: [{ value: user.email, type: 'work', primary: true }],
  preferredLanguage: user.locale,
  ...(user.department === null ? {} : { [department]: user.department }),
});

/** The same as directories see it. */
export const shownUser = (user: KeptUser, base: string) => {
  const { [department]: _, ...attributes } = patchableUser(user);
  return {
    schemas: [userSchema, ...(user.department === null ? [] : [enterpriseSchema])],
    id: user.id,
    ...attributes,
    displayName: `${user.firstName} ${user.lastName}`,
    ...(user.department === null ? {} : { [enterpriseSchema]: { department: user.department } }),
    groups: user.groups.map(({ id, name }) => ({ value: id, display: name, $ref: `${base}/Groups/${id}` })),
    meta: metaOf('User', user, `${base}/Users/${user.id}`),
  };
};

export interface KeptGroup {
  readonly id: string;
  readonly name: string;
  readonly externalId: string | null;
  readonly channelId: string | null;
  readonly createdAt: Date;
  readonly changedAt: Date;
  readonly members: readonly { readonly id: string; readonly name: string }[];
}

/** A group as patches change it. */
export const patchableGroup = (group: KeptGroup): Record<string, unknown> => ({
  displayName: group.name,
  ...(group.externalId === null ? {} : { externalId: group.externalId }),
  members: group.members.map(({ id }) => ({ value: id })),
});

/** A group as directories see it. */
export const shownGroup = (group: KeptGroup, base: string) => ({
  schemas: [groupSchema],
  id: group.id,
  ...(group.externalId === null ? {} : { externalId: group.externalId }),
  displayName: group.name,
  members: group.members.map(({ id, name }) => ({
    value: id,
    display: name,
    type: 'User',
    $ref: `${base}/Users/${id}`,
  })),
  meta: metaOf('Group', group, `${base}/Groups/${group.id}`),
});

const metaOf = (
  resourceType: 'User' | 'Group',
  { createdAt, changedAt }: { readonly createdAt: Date; readonly changedAt: Date },
  location: string,
) => ({ resourceType, created: createdAt.toISOString(), lastModified: changedAt.toISOString(), location });
