import { sql } from 'kysely';

/** Users who want no calls: they chose it here, or in a program that tells us so, for as long as it lasts there. */
export const isDnd = sql<boolean>`(users.is_dnd or coalesce(presence_elsewhere(users.id) = 'doNotDisturb', false))`;
