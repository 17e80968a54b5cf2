import type { AdminNumber } from '@sidetone/contract/entities/admin-channel.ts';
import type { AdminUser, OneOfManyUsers, UsersChange } from '@sidetone/contract/entities/admin-user.ts';
import type { Locale } from '@sidetone/contract/entities/common.ts';
import type { AdminRole } from '@sidetone/contract/rules/admin/admin-roles.ts';
import { numbersByExtension } from '@sidetone/contract/rules/numbers/number-by-extension.ts';
import { isFree } from '../numbers/is-free.ts';

/** What is to be the same for all ticked users; a missing field stays as it is for each. */
export interface WantedForAll {
  readonly department?: string | null;
  readonly locale?: Locale;
  readonly admin?: boolean;
  /** All that each of them holds from now on. */
  readonly roles?: readonly AdminRole[];
  /** Shared channel → whether they are members of it from now on. */
  readonly channels: ReadonlyMap<string, boolean>;
}

/** What really changes, user by user: users who are as wanted already are left out. */
export function changesFor(
  users: readonly AdminUser[],
  { department, locale, admin, roles, channels }: WantedForAll,
): UsersChange {
  return users.flatMap((user) => {
    // Nobody who is deactivated can join a queue.
    const canJoin = user.state !== 'deactivated';
    const joins = [...channels]
      .filter(([id, isIn]) => isIn && canJoin && !user.channelIds.includes(id))
      .map(([id]) => id);
    const leaves = [...channels].filter(([id, isIn]) => !isIn && user.channelIds.includes(id)).map(([id]) => id);
    const change: OneOfManyUsers = {
      ...(department === undefined || department === user.department ? {} : { department }),
      ...(locale === undefined || locale === user.locale ? {} : { locale }),
      ...(admin === undefined || admin === user.admin ? {} : { admin }),
      ...(roles === undefined || areSame(roles, user.roles) ? {} : { roles: [...roles] }),
      ...(joins.length === 0 ? {} : { joinChannelIds: joins }),
      ...(leaves.length === 0 ? {} : { leaveChannelIds: leaves }),
    };
    return Object.keys(change).length === 0 ? [] : [{ userId: user.id, change }];
  });
}

const areSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((each) => other.includes(each));

/** What takes changes back, from how the users were before. */
export function undoOf(users: readonly AdminUser[], changes: UsersChange): UsersChange {
  const before = new Map(users.map((user) => [user.id, user]));
  return changes.flatMap(({ userId, change }) => {
    const user = before.get(userId);
    if (user === undefined) return [];
    const { joinChannelIds, leaveChannelIds, addNumbers, removeNumbers, isActive } = change;
    const back: OneOfManyUsers = {
      ...(change.department === undefined ? {} : { department: user.department }),
      ...(change.locale === undefined ? {} : { locale: user.locale }),
      ...(change.admin === undefined ? {} : { admin: user.admin }),
      ...(change.roles === undefined && change.admin === undefined ? {} : { roles: user.roles }),
      ...(joinChannelIds === undefined ? {} : { leaveChannelIds: joinChannelIds }),
      ...(leaveChannelIds === undefined ? {} : { joinChannelIds: leaveChannelIds }),
      ...(addNumbers === undefined ? {} : { removeNumbers: addNumbers }),
      ...(removeNumbers === undefined ? {} : { addNumbers: removeNumbers }),
      ...(isActive === undefined ? {} : { isActive: !isActive }),
    };
    return [{ userId, change: back }];
  });
}

/** A user with the direct number that their extension names; `number` null: the block has none, or it leads elsewhere. */
export interface NumberPreview {
  readonly user: AdminUser;
  readonly extension: string;
  readonly number: string | null;
  /** They have it already. */
  readonly isOwn: boolean;
}

/** The direct numbers of users by their first extensions, each number once; those without an extension are left out. */
export function numbersFor(
  users: readonly AdminUser[],
  numbers: readonly Pick<AdminNumber, 'id' | 'channelId'>[],
): NumberPreview[] {
  const all = numbers.map(({ id }) => id);
  const free = numbers.filter(isFree).map(({ id }) => id);
  const asked = users.flatMap((user) => {
    const [extension] = user.extensions;
    if (extension === undefined) return [];
    const [own = null] = numbersByExtension({ all, free: user.numbers }, [extension]);
    return [{ user, extension, own }];
  });
  const without = asked.filter(({ own }) => own === null);
  const given = numbersByExtension(
    { all, free },
    without.map(({ extension }) => extension),
  );
  const byUser = new Map(without.map(({ user }, at) => [user.id, given[at] ?? null]));
  return asked.map(({ user, extension, own }) => ({
    user,
    extension,
    number: own ?? byUser.get(user.id) ?? null,
    isOwn: own !== null,
  }));
}

/** Departments of users by their names. */
export const departmentsOf = (users: readonly AdminUser[]): string[] =>
  [...new Set(users.flatMap(({ department }) => (department === null ? [] : [department])))].sort((one, other) =>
    one.localeCompare(other),
  );

const named = 'is ';

/** A department as an option of a list that has others too, such as none. */
export const departmentOption = (name: string): { value: string; label: string } => ({
  value: `${named}${name}`,
  label: name,
});

/** The department that the value of an option means; undefined where it means none. */
export const departmentOf = (value: string): string | undefined =>
  value.startsWith(named) ? value.slice(named.length) : undefined;

/** The user whom a refusal names, as in `users.2.addNumbers`; undefined where it names none. */
export function refusedUser(
  users: readonly AdminUser[],
  changes: UsersChange,
  issues: readonly { readonly path: string }[],
): AdminUser | undefined {
  const at = /^users\.(\d+)(?:\.|$)/.exec(issues[0]?.path ?? '')?.[1];
  const userId = at === undefined ? undefined : changes[Number(at)]?.userId;
  return users.find(({ id }) => id === userId);
}
