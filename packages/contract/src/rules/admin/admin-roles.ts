/**
 * What a user can administer without being an administrator; a user may hold several. `people`: users, their permissions,
 * extensions and direct numbers; `numbers`: numbers, blocks of them and trunks; `queues`: shared channels, voice menus,
 * opening hours and blocked callers; `reports`: the calls of the company.
 */
export const adminRoles = ['people', 'numbers', 'queues', 'reports'] as const;
export type AdminRole = (typeof adminRoles)[number];

/** What someone may administer. Administrators may do everything, and hold no roles. */
export interface AdminRights {
  readonly admin: boolean;
  readonly roles?: readonly string[];
}

/** Whether someone administers anything; a user who is not known yet does not. */
export const mayAdministerSomething = (who: AdminRights | null | undefined): boolean =>
  who?.admin === true || (who?.roles?.length ?? 0) > 0;

/** Whether someone does what this role is for. */
export const holdsRole = (who: AdminRights | null | undefined, role: AdminRole): boolean =>
  who?.admin === true || (who?.roles?.includes(role) ?? false);

/** Whether someone may do all that another may. */
export const mayDoAllOf = (who: AdminRights, other: AdminRights): boolean =>
  who.admin || (!other.admin && (other.roles ?? []).every((role) => who.roles?.includes(role)));
